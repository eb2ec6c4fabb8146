import type { Database } from '#database/database.ts';
import type { Actor, Actors } from './actors.ts';
import { passDay } from './employers.ts';
import type { openPost } from './test-post.ts';

export type Colleague = Actor & { id: string; email: string };

/** People who work for a company together, having joined as they would on the site. */
export function createTeams({
  actors,
  database,
  post,
}: {
  actors: Actors;
  database: Database;
  post: Pick<ReturnType<typeof openPost>, 'sentTo'>;
}) {
  async function name(id: string, full: string) {
    await database.asService.query({
      text: `update auth.users set raw_user_meta_data = jsonb_build_object('full_name', $2::text) where id = $1`,
      values: [id, full],
    });
  }

  /** An employer with a membership, and their company. */
  async function founder(called = 'Kim Founder') {
    const person = await actors.member();
    await name(person.id, called);
    await passDay(database, person);
    const { data } = await person.client.from('company_members').select('company_id').single();
    return { ...person, company: data?.company_id ?? '' };
  }

  /** Somebody with an account whom nobody has invited yet. */
  async function person(called = 'Lee Colleague', options?: { isProved: boolean }) {
    const email = `${crypto.randomUUID()}@people.example`;
    const who = await actors.signedIn(email, options);
    await name(who.id, called);
    return { ...who, email };
  }

  /** The token of the newest invitation sent to an address. */
  async function tokenOf(email: string): Promise<string> {
    const mails = await post.sentTo(email);
    const links = mails.flatMap(({ text }) => text.match(/next=\S+/g) ?? []);
    return decodeURIComponent(links[0] ?? '').match(/token=([\w-]+)/)?.[1] ?? '';
  }

  const invite = (admin: Actor, company: string, address: string, role = 'recruiter') =>
    admin.client.rpc('invite_to_company', { company, address, as_role: role });

  async function join(
    admin: Actor & { company: string },
    called = 'Lee Colleague',
    role = 'recruiter',
  ): Promise<Colleague> {
    const who = await person(called);
    const { error } = await invite(admin, admin.company, who.email, role);
    if (error) throw error;
    const token = await tokenOf(who.email);
    const answer = await who.client.rpc('accept_invitation', { token });
    if (answer.error) throw answer.error;
    await passDay(database, who);
    return who;
  }

  /** Pays for themselves. */
  const subscribe = ({ id }: { id: string }) =>
    database.asService.query({
      text: `insert into public.subscriptions (user_id, product_id, status, current_period_end)
        values ($1, 'prod_test', 'active', now() + interval '1 day')`,
      values: [id],
    });

  const people = async (who: Actor, company: string) =>
    (await who.client.rpc('company_people', { company })).data ?? [];

  return { founder, person, tokenOf, invite, join, people, subscribe };
}
