import { z } from 'zod';
import type { CaseDetail } from '#domain/staff/review.ts';
import { ApiError } from '../../errors.ts';
import { staffLook } from '../as-staff.ts';

/**
 * One case with its history, which contains private data: each look is logged, and reading messages is logged as a
 * separate act.
 */
export const reviewCase = staffLook({
  minimum: 'staff',
  input: z.object({ id: z.uuid() }),
  async read({ session, input: { id } }): Promise<CaseDetail> {
    const { rows } = await session.query<{ found: Omit<CaseDetail, 'acts'> }>({
      text: 'select staff.read_case($1) as found',
      values: [id],
    });
    const found = rows[0]?.found;
    if (!found) throw new ApiError('not_found');
    const { rows: acts } = await session.query<CaseDetail['acts'][0]>({
      text: `select l.act, l.at, coalesce(d.actor_address, l.actor_id::text) as actor, d.reason
        from staff.log as l left join staff.log_details as d on d.position = l.position
        where l.subject_id = $1 and l.act not like 'look-%' order by l.position desc limit 20`,
      values: [found.person_id ?? id],
    });
    return { ...found, acts };
  },
  looksAt: ({ id }, { kind, person_id }) => ({
    act: kind === 'conversation' ? 'look-conversation' : 'look-case',
    subject: person_id ? { kind: 'person', id: person_id } : { kind: 'case', id },
  }),
});
