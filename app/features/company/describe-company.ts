import type { CompanyPage } from '#domain/companies/company-page.ts';

export function describeCompany({ name, place, about, live_jobs }: CompanyPage): string {
  const open = live_jobs === 1 ? 'One open position' : `${live_jobs} open positions`;
  const words = about?.replace(/\s+/g, ' ').slice(0, 110).trim();
  return [`${open} at ${name}${place ? `, ${place}` : ''}: what it does and how it answers.`, words]
    .filter(Boolean)
    .join(' ');
}
