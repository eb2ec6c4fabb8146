import { openData } from '#app/data/open-data.ts';
import { currentSession } from '#app/session/current-session.ts';

/** For which the caller may answer. */
export async function readOwnCompanies(): Promise<{ id: string; name: string }[]> {
  const [client, session] = await Promise.all([openData(), currentSession()]);
  const { data, error } = await client
    .from('company_members')
    .select('companies(id, name)')
    .eq('user_id', session?.user.id ?? '')
    .neq('role', 'viewer')
    .order('joined_at')
    .order('company_id');
  if (error) throw error;
  return (data as unknown as { companies: { id: string; name: string } }[]).map(
    (row) => row.companies,
  );
}
