import { openData } from '#app/data/open-data.ts';
import type { CompanyCaseKind } from '#domain/companies/company.ts';

type Proof = {
  kind: 'address' | 'dns' | 'staff';
  domain: string | null;
  since: string;
  missing_since: string | null;
};
type OwnCase = {
  kind: CompanyCaseKind;
  claim: string;
  opened_at: string;
  decision: 'approved' | 'refused' | null;
  answer: string | null;
  decided_at: string | null;
};

/** A company as its own team sees it. */
export type MyCompany = {
  id: string;
  slug: string;
  name: string;
  role: 'admin' | 'recruiter' | 'viewer';
  next_name: string | null;
  next_name_from: string | null;
  names_left: number;
  web_address: string | null;
  domain: string | null;
  domain_fault: 'none' | 'shared' | 'mail' | null;
  place: string | null;
  about: string | null;
  logo: string | null;
  proven_domain: string | null;
  is_checked: boolean;
  is_public: boolean;
  closed_at: string | null;
  /** Only for admins. */
  dns_token: string | null;
  proofs: Proof[];
  cases: OwnCase[];
  live_jobs: number;
};

/** Somebody has changed the person's role while they had the form open. */
export const notAdmin = 'Only an admin of the company can do this, and you no longer are one.';

export async function readMyCompanies(): Promise<MyCompany[]> {
  const client = await openData();
  const { data, error } = await client.rpc('my_companies');
  if (error) throw error;
  return data as unknown as MyCompany[];
}
