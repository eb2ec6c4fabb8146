import type { DataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import { readCompanyPage } from '#domain/companies/company-page.ts';
import * as links from '#domain/site/links.ts';
import { drawOnce, isDrawable } from './drawn-picture.ts';
import { type Headline, sharedPages } from './shared-pages.ts';

export async function drawCompanyPicture(client: DataClient, slug: string) {
  const { data, error, status } = await client.rpc('company_page', { slug });
  if (error) fail({ error, status });
  const company = readCompanyPage(data);
  if (!company) return 'missing';
  return drawOnce(`company ${company.id} ${company.updated_at}`, headlineOfCompany(company));
}

/** If the name cannot be rendered, the board's headline is used. */
export function headlineOfCompany({
  name,
  place,
}: {
  name: string;
  place: string | null;
}): Headline {
  if (!isDrawable(name)) return sharedPages[links.jobs];
  return { eyebrow: place && isDrawable(place) ? place : 'Company', title: `Jobs at ${name}` };
}
