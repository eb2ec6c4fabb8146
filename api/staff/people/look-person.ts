import { z } from 'zod';
import type { PersonPage } from '#domain/staff-people.ts';
import { describeAgent, networkOf } from '../../client.ts';
import { staffLook } from '../as-staff.ts';

type Read = Omit<PersonPage, 'sessions'> & {
  sessions: (Omit<PersonPage['sessions'][number], 'device' | 'place'> & {
    user_agent: string | null;
    ip: string | null;
  })[];
};

/** The page of one person. That somebody looked is on record. */
export const lookPerson = staffLook({
  minimum: 'staff',
  input: z.object({ person: z.uuid() }),
  looksAt: ({ person }) => ({ act: 'look-person', subject: { kind: 'person', id: person } }),
  async read({ session, input: { person } }): Promise<PersonPage> {
    const { rows } = await session.query<{ page: Read }>({
      text: 'select staff.read_person($1) as page',
      values: [person],
    });
    const [row] = rows;
    if (!row) throw new Error('A person was read and is no row.');
    const { sessions, ...page } = row.page;
    return {
      ...page,
      sessions: sessions.map(({ user_agent: agent, ip, ...rest }) => ({
        ...rest,
        device: describeAgent(agent ?? ''),
        place: networkOf(ip ?? ''),
      })),
    };
  },
});
