import { openData } from '#app/data/open-data.ts';
import { currentSession } from '#app/session/current-session.ts';

export type OwnCompany = { id: string; name: string; role: string };

/** The companies that the caller works for. */
export async function readOwnCompanies(): Promise<OwnCompany[]> {
  const [client, session] = await Promise.all([openData(), currentSession()]);
  const { data, error } = await client
    .from('company_members')
    .select('role, companies(id, name)')
    .eq('user_id', session?.user.id ?? '')
    .order('joined_at')
    .order('company_id');
  if (error) throw error;
  return (data as unknown as { role: string; companies: Omit<OwnCompany, 'role'> }[]).map(
    ({ role, companies }) => ({ ...companies, role }),
  );
}

export const mayAnswer = ({ role }: OwnCompany) => role !== 'viewer';
