import type { Database } from '#database/database.ts';
import { shownDays } from '#domain/staff/today.ts';
import type { Billing } from '../../billing/context.ts';
import { atStripe } from '../../billing/stripe-failure.ts';
import type { Work } from '../../subject.ts';

/** Run by the timetable, so that days are recorded even if nobody looks. */
export async function countFigures({ database, billing }: Work) {
  await database.asService.query({ text: 'select staff.count_figures()' });
  if (!billing) return;
  const since = await firstDay(database);
  const work = () => addUp(paidInvoices(billing), since);
  const paid = await atStripe('The revenue could not be read', work, () => {});
  for (const [day, cents] of paid) {
    await database.asService.query({
      text: `select staff.set_figure('revenue', $1, $2)`,
      values: [day, cents / 100],
    });
  }
}

type Paid = {
  id: string;
  created: number;
  amount_paid: number;
  status_transitions?: { paid_at: number | null };
};

/** As long as a card is retried, plus a few days: a payment in that time may be for an older invoice. */
const triesMs = 21 * 86_400_000;

/** Newest first, as many as are needed. */
async function* paidInvoices({ payments }: Billing): AsyncGenerator<Paid> {
  for (let last = ''; ; ) {
    const { data, has_more } = await payments.read<{ data: Paid[]; has_more: boolean }>(
      `/v1/invoices?status=paid&limit=100${last && `&starting_after=${last}`}`,
    );
    yield* data;
    last = data.at(-1)?.id ?? '';
    if (!has_more || !last) return;
  }
}

/** What Stripe was paid since a given day. Newest first, so it stops at the first one that is too old. */
async function addUp(invoices: AsyncIterable<Paid>, since: number) {
  const days = new Map<string, number>();
  for (let time = since; time <= Date.now(); time += dayLength) days.set(dayOf(time), 0);
  for await (const { created, amount_paid: cents, status_transitions: when } of invoices) {
    if (created * 1_000 < since - triesMs) break;
    const paidAt = (when?.paid_at ?? created) * 1_000;
    if (paidAt < since) continue;
    days.set(dayOf(paidAt), (days.get(dayOf(paidAt)) ?? 0) + cents);
  }
  return days;
}

const dayLength = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Yesterday, or the day after the last one counted: at most as far back as is shown. */
async function firstDay(database: Database): Promise<number> {
  const { rows } = await database.asService.query<{ day: string | null }>({
    text: 'select staff.revenue_known_until()::text as day',
  });
  const today = Math.floor(Date.now() / dayLength) * dayLength;
  const oldest = today - (shownDays - 1) * dayLength;
  const known = rows[0]?.day ? Date.parse(rows[0].day) : oldest;
  return Math.min(Math.max(known, oldest), today - dayLength);
}
