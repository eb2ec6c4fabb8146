import { readQuestions } from '#domain/applications/job-questions.ts';
import type { CaseContent } from '#domain/staff/review.ts';

/** Columns with text by people, which whoever decides must see, in this order. */
export const shownColumns = {
  headline: 'Headline',
  title: 'Title',
  company: 'Company',
  client: 'For a client',
  location: 'Location',
  city: 'City',
  region: 'State or region',
  application_url: 'Apply at',
  salary_range: 'Salary',
  description: 'Description',
  requirements: 'Requirements',
  benefits: 'Benefits',
  questions: 'Questions to whoever applies',
  contact_name: 'Contact',
  contact_email: 'Contact address',
  contact_phone: 'Contact phone',
  summary: 'Summary',
  current_company: 'Current company',
  current_position: 'Current position',
  skills: 'Skills',
  certifications: 'Certifications',
  languages: 'Languages',
  education: 'Education',
  preferred_job_types: 'Preferred job types',
  preferred_locations: 'Preferred locations',
  salary_expectations: 'Salary expectations',
  availability: 'Availability',
  linkedin_url: 'LinkedIn',
  portfolio_url: 'Portfolio',
  profile_picture_url: 'Picture',
} as const;

export function wordsIn(content: CaseContent, column: string): string {
  const value = content[column];
  if (value === null || value === undefined) return '';
  if (column === 'questions') {
    return readQuestions(value)
      .map(({ question, options }) => [question, ...options.map((each) => `– ${each}`)].join('\n'))
      .join('\n');
  }
  return Array.isArray(value) ? value.join(', ') : String(value);
}
