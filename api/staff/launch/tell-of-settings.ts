import type { Database } from '#database/database.ts';
import type { SetUp } from '../../running.ts';

/** A line of settings that was lost stops what nobody is told of: letters wait for no server, and who pays loses the access. */
export async function tellOfSettings(
  database: Database,
  { isReached, hasMailServer, payments }: SetUp,
) {
  const { rows } = await database.asService.query<{ memberships: number }>({
    text: `select count(*)::int as memberships from public.subscriptions
      where customer_id is not null and paid_until > now()`,
  });
  const { memberships = 0 } = rows[0] ?? {};
  const isWrong = {
    mail: isReached && !hasMailServer,
    payments: isReached && payments === 'off' && memberships > 0,
  };
  for (const [about, is] of Object.entries(isWrong)) {
    await database.asService.query(
      is
        ? {
            text: `select staff.note_alarm('settings', $1, $2)`,
            values: [about, JSON.stringify(about === 'payments' ? { memberships } : {})],
          }
        : { text: `select staff.end_alarm('settings', $1)`, values: [about] },
    );
  }
}
