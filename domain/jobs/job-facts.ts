import { grouped } from '../text/grouped.ts';
/* The rules of a job and the messages for breaking them, stated only here. domain/jobs/job.ts checks them in the
   browser and in the API, and database/render/render-rules.ts writes them as SQL. Apart from the checks, because
   screens show limits and choices before they check. */

import type { TextRule } from '../text/text-rules.ts';

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

export type JobType = (typeof jobTypes)[number];
export type SalaryPeriod = (typeof salaryPeriods)[number];
export type Currency = (typeof currencies)[number];

/** In the order of the form. */
export const jobTexts = {
  title: { name: 'Title', least: 3, most: 100 },
  company: { name: 'Company', least: 2, most: 100 },
  location: { name: 'Location', least: 2, most: 100 },
  client: { name: 'Client', least: 2, most: 100 },
  salary_range: { name: 'Salary range', most: 100 },
  application_url: { name: 'The URL', most: 500 },
  description: { name: 'Description', least: 50, most: 5000 },
  requirements: { name: 'Requirements', most: 3000 },
  benefits: { name: 'Benefits', most: 2000 },
  contact_name: {
    name: 'The contact name',
    least: 2,
    most: 100,
    tooShort: 'Recruiter/Contact name is required',
  },
  contact_email: { name: 'The email', most: 255 },
  contact_phone: { name: 'Phone number', most: 50 },
  city: { name: 'City', most: 100 },
  region: { name: 'State or region', most: 100 },
} as const satisfies Record<string, TextRule>;

export const earliestDeadline = '2000-01-01';
export const highestSalary = 100_000_000;

/** The messages for everything but the length of a text. */
export const jobSentences = {
  job_type: 'Choose one of the job types',
  workplace: 'Choose one of the workplaces',
  country: 'Choose a country from the list',
  credentials_wanted: 'Choose among the credentials',
  salary_currency: 'Choose a currency from the list',
  salary_period: 'Choose a period from the list',
  contactEmail: 'Please enter a valid email',
  deadline: 'Enter the deadline as a date',
  deadlineIsOver: 'This day has passed. Choose a later day, or leave it empty',
  amount: 'Enter an amount in figures, such as 58000 or 34.50',
  amountRange: `Enter an amount above 0 and up to ${grouped(highestSalary)}`,
  salaryOrder: 'The highest salary must not be below the lowest',
  needsCurrency: 'Choose the currency of the salary',
  questions:
    'Write each question in 3 to 200 characters, at most five, and name 2 to 8 different choices',
  needsPeriod: 'Choose what the salary is paid for',
} as const;

const link = /^https?:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i;

/** The host that a link leads to, shown to people before they follow it. */
export function hostOf(url: string): string {
  if (!link.test(url) || !URL.canParse(url)) return '';
  return new URL(url).host.replace(/^www\./, '');
}
