import { type Colleague, createTeams } from './teams.ts';
import type { openMembershipApi } from './test-membership.ts';

/** Teams whose founder pays through the payment service, and their seats. */
export function createPayingTeams(api: Awaited<ReturnType<typeof openMembershipApi>>) {
  const { database } = api;
  const teams = createTeams({ actors: api.actors, database, post: api.post });

  /** Somebody who pays through the payment service, with two colleagues. */
  async function payingTeam() {
    const paying = await api.member();
    const { id } = paying.user;
    await database.asService.query({
      text: `with proved as (update auth.users set email_proved_at = now() where id = $1)
        insert into public.employers (user_id, company) values ($1, $2)`,
      values: [id, `Team ${id}`],
    });
    const client = paying.browser;
    const { data } = await client.from('company_members').select('company_id').single();
    const company: string = data?.company_id ?? '';
    const admin = { id, company, client } as unknown as Colleague & { company: string };
    const [first, second] = [await teams.join(admin, 'First'), await teams.join(admin, 'Second')];
    return { paying, admin, company, first, second };
  }

  const has = async ({ id }: { id: string }) => {
    const { rows } = await database.asService.query<{ has: boolean }>({
      text: 'select private.has_active_membership($1) as has',
      values: [id],
    });
    return rows[0]?.has;
  };
  const give = ({ admin, company }: { admin: Colleague; company: string }, person: Colleague) =>
    admin.client.rpc('give_seat', { company, person: person.id });

  return { teams, payingTeam, has, give };
}
