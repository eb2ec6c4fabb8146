import { readQuestions, writeQuestions } from '#domain/applications/job-questions.ts';
import type { Job } from '#domain/jobs/job-rows.ts';

/** The fields in the order of the form. */
export const jobFields = [
  'title',
  'company',
  'client',
  'job_type',
  'location',
  'workplace',
  'city',
  'region',
  'country',
  'salary_range',
  'salary_from',
  'salary_to',
  'salary_currency',
  'salary_period',
  'description',
  'requirements',
  'credentials_wanted',
  'benefits',
  'applies_here',
  'application_url',
  'questions',
  'application_deadline',
  'contact_name',
  'contact_email',
  'contact_phone',
] as const;

export type JobField = (typeof jobFields)[number];
export type JobValues = Record<JobField, string>;

export const fieldNames: Record<JobField, string> = {
  title: 'Job title',
  company: 'Company',
  client: 'Client',
  job_type: 'Job type',
  location: 'Location',
  workplace: 'Workplace',
  city: 'City',
  region: 'State or region',
  country: 'Country',
  salary_range: 'Salary range',
  salary_from: 'From',
  salary_to: 'To',
  salary_currency: 'Currency',
  salary_period: 'Paid per',
  description: 'Description',
  requirements: 'Requirements',
  credentials_wanted: 'Credentials wanted',
  benefits: 'Benefits',
  applies_here: 'Where people apply',
  application_url: 'Application URL',
  questions: 'Questions',
  application_deadline: 'Application deadline',
  contact_name: 'Recruiter/Contact name',
  contact_email: 'Contact email',
  contact_phone: 'Contact phone',
};

const blank = Object.fromEntries(jobFields.map((field) => [field, ''])) as JobValues;

/**
 * An empty form. Most people post for their own company, and in dollars. Applications come here only if somebody
 * chooses that: people who forgot the address of their own site would not look for them here.
 */
export function newValues(contact: { name?: string; email?: string }): JobValues {
  return {
    ...blank,
    job_type: 'Full-time',
    salary_currency: 'USD',
    applies_here: 'false',
    questions: '[]',
    contact_name: contact.name ?? '',
    contact_email: contact.email ?? '',
  };
}

/** A stored job as values of the form. */
export function valuesOf(job: Pick<Job, JobField>): JobValues {
  const values = { ...blank };
  for (const field of jobFields) values[field] = String(job[field] ?? '');
  return {
    ...values,
    salary_currency: values.salary_currency || 'USD',
    questions: writeQuestions(readQuestions(job.questions)),
  };
}

/** Ignores differences in line breaks and spaces that browser and schema introduce. */
export function isSame(one: string, other: string): boolean {
  return tidy(one) === tidy(other);
}

export function areSame(one: JobValues, other: JobValues): boolean {
  return jobFields.every((field) => isSame(one[field], other[field]));
}

/** A draft from an earlier release may lack a field. */
export function isWhole(values: unknown): values is JobValues {
  if (!(values instanceof Object)) return false;
  const given: Partial<Record<string, unknown>> = { ...values };
  return jobFields.every((field) => typeof given[field] === 'string');
}

function tidy(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}
