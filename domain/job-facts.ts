/* What a posting may hold, without the rules that check it: screens show it before they check. */

import { plainText } from './plain-text.ts';

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
export type SalaryPeriod = (typeof salaryPeriods)[number];
export type Currency = (typeof currencies)[number];

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

/** As it is stored: a form without script sends CRLF, and neither control characters nor half a pair is text. */
export function tidy(value: string): string {
  return plainText(value.replace(/\r\n?/g, '\n').toWellFormed()).trim();
}

/** What nobody sees, spaces apart: joiners, marks of direction, fillers. private.visible_text in SQL agrees. */
const unseen = new RegExp(
  '[\\u0001-\\u0008\\u000E-\\u001F\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5' +
    '\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u2800\\u3164\\uFE00-\\uFE0F\\uFEFF' +
    '\\uFFA0\\uFFF9-\\uFFFB\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}]',
  'gu',
);

/** What people see of a text. */
export function seen(value: string): string {
  return tidy(tidy(value).replace(unseen, ''));
}

const link = /^https?:\/\/([^\s/?#@\\]+)([/?#]\S*)?$/i;
// Labels of which the last begins with a letter, or four numbers; and a port.
const hostAndPort =
  /^(?:(?:[a-z0-9_-]+\.)*[a-z][a-z0-9_-]*\.?|(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]))(?::(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4}))?$/i;

/** http or https, with a host and without a name and password, which would hide where it leads. */
export function isWebAddress(value: string): boolean {
  const host = link.exec(value)?.[1];
  return host !== undefined && URL.canParse(value) && hostAndPort.test(inAscii(value, host));
}

/** As it is stored: a host in other letters (kliniek.例え) as the network writes it (xn--…). */
export function tidyWebAddress(value: string): string {
  const host = link.exec(value)?.[1];
  if (!host || !URL.canParse(value)) return value;
  return value.replace(host, () => inAscii(value, host));
}

function inAscii(value: string, host: string): string {
  return /[^\0-\x7f]/.test(host) ? new URL(value).host : host;
}

/** Where a link leads, for people to see before they follow it. */
export function hostOf(url: string): string {
  if (!link.test(url) || !URL.canParse(url)) return '';
  return new URL(url).host.replace(/^www\./, '');
}
