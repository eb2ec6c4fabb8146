import { z } from 'zod';
import type { Transaction } from '#database/database.ts';
import { mostListed, type PersonCredential, type PersonPage } from '#domain/staff/people.ts';
import { describeAgent, networkOf } from '../../client.ts';
import { staffLook } from '../as-staff.ts';

type Read = Omit<PersonPage, 'sessions' | 'credentials'> & {
  sessions: (Omit<PersonPage['sessions'][number], 'device' | 'place'> & {
    user_agent: string | null;
    ip: string | null;
  })[];
};

/** The page of one person. Viewing it is logged. */
export const lookPerson = staffLook({
  minimum: 'staff',
  input: z.object({ person: z.uuid() }),
  looksAt: ({ person }) => ({ act: 'look-person', subject: { kind: 'person', id: person } }),
  async read({ session, input: { person } }): Promise<PersonPage> {
    const { rows } = await session.query<{ page: Read }>({
      text: `select staff.read_person($1) || staff.work_of($1)
        || jsonb_build_object('not_on', staff.not_on($1)) as page`,
      values: [person],
    });
    const [row] = rows;
    if (!row) throw new Error('A person was read and is no row.');
    const { sessions, ...page } = row.page;
    return {
      ...page,
      credentials: await credentialsOf(session, person, page.account.email),
      sessions: sessions.map(({ user_agent: agent, ip, ...rest }) => ({
        ...rest,
        device: describeAgent(agent ?? ''),
        place: networkOf(ip ?? ''),
      })),
    };
  },
});

/** What the register has for them, and what is waiting for their address. */
async function credentialsOf(session: Transaction, person: string, email: string | null) {
  const { rows } = await session.query<PersonCredential>({
    text: `select a.number, a.name, a.type, a.title, a.state, a.holding, a.awarded_on::text, a.expires_on::text
      from register.staff_awards as a
      where a.user_id = $1 or a.user_id is null and a.holding = 'asked' and a.email = $2
      order by a.awarded_on desc, a.number limit $3`,
    values: [person, email, mostListed.credentials],
  });
  return rows;
}
