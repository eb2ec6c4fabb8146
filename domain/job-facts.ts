/* What a posting may hold, without the rules that check it: screens show it before they check. */

export const jobTypes = ['Full-time', 'Part-time', 'Contract', 'Remote', 'Other'] as const;
export const workplaces = ['on-site', 'hybrid', 'remote'] as const;
export const salaryPeriods = ['hour', 'day', 'week', 'month', 'year'] as const;
export const currencies = [
  'USD',
  'CAD',
  'EUR',
  'GBP',
  'AUD',
  'NZD',
  'CHF',
  'INR',
  'MXN',
  'PHP',
  'SGD',
  'ZAR',
] as const;
export const reportReasons = [
  'scam',
  'misleading',
  'discriminating',
  'not-a-job',
  'over',
  'other',
] as const;

export type JobType = (typeof jobTypes)[number];
export type Workplace = (typeof workplaces)[number];
export type SalaryPeriod = (typeof salaryPeriods)[number];
export type Currency = (typeof currencies)[number];
export type ReportReason = (typeof reportReasons)[number];

/** The most characters of each text, as people count them and as PostgreSQL does. */
export const jobLimits = {
  title: 100,
  company: 100,
  location: 100,
  contact_name: 100,
  contact_email: 255,
  contact_phone: 50,
  salary_range: 100,
  description: 5000,
  requirements: 3000,
  benefits: 2000,
  application_url: 500,
  city: 100,
  region: 100,
} as const;
export const shortestDescription = 50;
export const highestSalary = 100_000_000;

/** Code points, so that an emoji counts once, as `char_length` counts it; not UTF-16 units. */
export function countCharacters(value: string): number {
  let count = 0;
  for (const _ of tidy(value)) count += 1;
  return count;
}

/** As it is stored: a form without script sends CRLF, and neither NUL nor half a pair is text. */
export function tidy(value: string): string {
  return value.replace(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed().trim();
}

/** http or https, with a host and without a name and password, which would hide where it leads. */
export function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i.test(value) && URL.canParse(value);
}

/** Where a link leads, for people to see before they follow it. */
export function hostOf(url: string): string {
  if (!isWebAddress(url)) return '';
  return new URL(url).host.replace(/^www\./, '');
}
