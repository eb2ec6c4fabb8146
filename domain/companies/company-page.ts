import type { Database } from '../database-types.ts';
import type { SimilarJob } from '../jobs/job-rows.ts';

type Row = Database['public']['Functions']['company_page']['Returns'][number];

type CompanyJob = SimilarJob & { client: string | null };
/** The answer of `company_page`; the generated type does not say which columns may be null. */
export type CompanyPage = {
  id: string;
  name: string;
  web_address: string | null;
  place: string | null;
  about: string | null;
  logo: string | null;
  proven_domain: string | null;
  is_checked: boolean;
  updated_at: string;
  live_jobs: number;
  jobs: CompanyJob[];
};

export const readCompanyPage = ([row]: readonly Row[]): CompanyPage | undefined =>
  row && (row as unknown as CompanyPage);
