import { type BrowserData, openData } from '#app/data/open-data.ts';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { asTeamRole, type TeamRole } from '#domain/companies/team.ts';

export type Person = {
  id: string;
  name: string | null;
  email: string | null;
  role: TeamRole;
  isMe: boolean;
};

export type Invitation = { id: string; email: string; role: TeamRole; expiresAt: string };

export type People = { people: Person[]; invitations: Invitation[]; isAdmin: boolean };

/** Who works for a company, and who is invited; the latter only for admins. */
export async function readPeople(company: string): Promise<People> {
  const client = await openData();
  const [found, asked] = await Promise.all([
    client.rpc('company_people', { company }),
    client
      .from('company_invitations')
      .select('id, email, role, expires_at')
      .eq('company_id', company)
      .order('sent_at'),
  ]);
  if (found.error) throw found.error;
  if (asked.error) throw asked.error;
  const people = found.data.map(({ user_id, name, email, role, is_me }) => ({
    id: user_id ?? '',
    name,
    email,
    role: asTeamRole(role),
    isMe: is_me ?? false,
  }));
  return {
    people,
    invitations: asked.data.map(({ id, email, role, expires_at }) => ({
      id,
      email,
      role: asTeamRole(role),
      expiresAt: expires_at,
    })),
    isAdmin: people.some(({ isMe, role }) => isMe && role === 'admin'),
  };
}

export const invite =
  (company: string, address: string, role: TeamRole): Act =>
  (client) =>
    client.rpc('invite_to_company', { company, address, as_role: role });
export const sendAgain =
  (invitation: string): Act =>
  (client) =>
    client.rpc('send_invitation_again', { invitation });
export const withdraw =
  (invitation: string): Act =>
  (client) =>
    client.rpc('withdraw_invitation', { invitation });
export const changeRole =
  (company: string, person: string, wanted: TeamRole): Act =>
  (client) =>
    client.rpc('set_member_role', { company, person, wanted });
export const leave =
  (company: string, person: string, ends = false): Act =>
  (client) =>
    client.rpc('leave_company', { company, person, ends_company: ends });

type Act = (client: BrowserData) => PromiseLike<{ error: unknown }>;

export async function act(work: Act): Promise<Failure | undefined> {
  try {
    const { error } = await work(await openData());
    return error ? failureOf(error) : undefined;
  } catch (error) {
    return failureOf(error);
  }
}
