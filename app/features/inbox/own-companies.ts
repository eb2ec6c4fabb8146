import type { BrowserClient } from '#app/data/supabase.ts';

/** For which the caller may answer. */
export async function readOwnCompanies(
  client: BrowserClient,
): Promise<{ id: string; name: string }[]> {
  const { data: user } = await client.auth.getSession();
  const { data, error } = await client
    .from('company_members')
    .select('companies(id, name)')
    .eq('user_id', user.session?.user.id ?? '')
    .neq('role', 'viewer')
    .order('joined_at')
    .order('company_id');
  if (error) throw error;
  return (data as unknown as { companies: { id: string; name: string } }[]).map(
    (row) => row.companies,
  );
}
