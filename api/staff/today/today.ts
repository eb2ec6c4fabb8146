import { z } from 'zod';
import type { Transaction } from '#database/database.ts';
import { type StaffRole, staffRoles } from '#domain/staff/staff.ts';
import { type FigureName, figures, shownDays, type Today, type Wait } from '#domain/staff/today.ts';
import { staffLook } from '../as-staff.ts';
import { waitKinds } from './waits.ts';

const dayLength = 86_400_000;

/** What is waiting, and how the last days were. Viewers only see the figures. */
export const today = staffLook({
  minimum: 'viewer',
  input: z.object({}),
  async read({ session, role }): Promise<Today> {
    const { rows } = await session.query<{ at: string | null }>({
      text: 'select staff.refresh_figures() as at',
    });
    const newest = Date.now();
    const days = Array.from({ length: shownDays }, (_, place) =>
      dayOf(newest - (shownDays - 1 - place) * dayLength),
    );
    const [first = ''] = days;
    return {
      waits: await countWaits(session, role),
      days,
      figures: await readFigures(session, days, first),
      pages: await readPages(session, first),
      counted_at: rows[0]?.at ?? null,
    };
  },
});

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

async function countWaits(session: Transaction, role: StaffRole): Promise<Wait[]> {
  const theirs = waitKinds.filter(
    ({ minimum }) => staffRoles.indexOf(role) <= staffRoles.indexOf(minimum),
  );
  if (theirs.length === 0) return [];
  const { rows } = await session.query<Record<string, number>>({
    text: `select ${theirs.map(({ count }, place) => `(${count})::int as wait_${place}`).join(', ')}`,
  });
  return theirs.map(({ count: _, ...kind }, place) => ({
    ...kind,
    count: rows[0]?.[`wait_${place}`] ?? 0,
  }));
}

async function readFigures(session: Transaction, days: string[], first: string) {
  const { rows } = await session.query<{ name: FigureName; day: string; value: number }>({
    text: 'select name, day::text, value::float8 from staff.figures where day >= $1',
    values: [first],
  });
  const known = new Map(rows.map(({ name, day, value }) => [`${name} ${day}`, value]));
  return figures.map(({ name }) => ({
    name,
    values: days.map((day) => known.get(`${name} ${day}`) ?? null),
  }));
}

async function readPages(session: Transaction, first: string) {
  const { rows } = await session.query<{ path: string; views: number }>({
    text: 'select path, views::float8 from staff.visits_by_page($1, 12)',
    values: [first],
  });
  return rows;
}
