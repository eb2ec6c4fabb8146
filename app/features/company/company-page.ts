import type { Database } from '#domain/database-types.ts';
import type { SimilarJob } from '#domain/job-rows.ts';

type Row = Database['public']['Functions']['company_page']['Returns'][number];

type CompanyJob = SimilarJob & { client: string | null };
/** What `company_page` answers; its type does not say which columns may be empty. */
export type CompanyPage = {
  id: string;
  name: string;
  web_address: string | null;
  place: string | null;
  about: string | null;
  logo: string | null;
  proven_domain: string | null;
  is_checked: boolean;
  live_jobs: number;
  jobs: CompanyJob[];
};

export const readCompanyPage = ([row]: readonly Row[]): CompanyPage | undefined =>
  row && (row as unknown as CompanyPage);

export function describeCompany({ name, place, about, live_jobs }: CompanyPage): string {
  const open = live_jobs === 1 ? 'One open position' : `${live_jobs} open positions`;
  const words = about?.replace(/\s+/g, ' ').slice(0, 110).trim();
  return [`${open} at ${name}${place ? `, ${place}` : ''}: what it does and how it answers.`, words]
    .filter(Boolean)
    .join(' ');
}
