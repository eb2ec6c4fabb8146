import { z } from 'zod';
import type { AnsweringPlace, Slot, Speed } from '#domain/staff/speed.ts';
import { staffLook } from '../as-staff.ts';

const ofTheDay = `from staff.answer_times as t where t.slot > now() - interval '24 hours' and t.slot <= now()`;

/** How fast the site answered in the last day, where it was slow, and where it failed. */
export const speed = staffLook<object, Speed>({
  minimum: 'viewer',
  input: z.object({}),
  async read({ session }) {
    const slots = await session.query<Slot>({
      text: `select t.slot as from, sum(t.answers)::float8 as answers, sum(t.slow)::float8 as slow,
          sum(t.failed)::float8 as failed
        ${ofTheDay} group by t.slot order by t.slot`,
    });
    const places = await session.query<AnsweringPlace>({
      text: `select t.route, sum(t.answers)::float8 as answers, sum(t.slow)::float8 as slow, sum(t.failed)::float8 as failed,
          round(sum(t.milliseconds) / sum(t.answers))::float8 as milliseconds, max(t.slot) filter (where t.slow > 0) as last_slow
        ${ofTheDay} group by t.route having sum(t.slow) + sum(t.failed) > 0
        order by sum(t.slow) desc, sum(t.failed) desc, t.route limit 12`,
    });
    return { slots: slots.rows, places: places.rows };
  },
});
