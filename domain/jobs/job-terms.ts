import { writeMoney } from '../text/money.ts';
import type { Job } from './job-rows.ts';

/* What pages and emails say about the terms of a job. */

type Salary = Pick<
  Job,
  'salary_range' | 'salary_from' | 'salary_to' | 'salary_currency' | 'salary_period'
>;

/** The pay in figures where the job gives them, else in the poster's own words. */
export function salaryOf(job: Salary): string | null {
  const { salary_from, salary_to, salary_currency, salary_period, salary_range } = job;
  const period = periods[salary_period ?? ''];
  if (!salary_currency || !period) return salary_range;
  const money = (amount: number) => writeMoney(amount, salary_currency);
  if (salary_from !== null && salary_to !== null) {
    return salary_from === salary_to
      ? `${money(salary_from)} ${period}`
      : `${money(salary_from)}–${money(salary_to)} ${period}`;
  }
  if (salary_from !== null) return `From ${money(salary_from)} ${period}`;
  if (salary_to !== null) return `Up to ${money(salary_to)} ${period}`;
  return salary_range;
}

const periods: Record<string, string> = {
  hour: 'an hour',
  day: 'a day',
  week: 'a week',
  month: 'a month',
  year: 'a year',
};

export function workplaceOf({ workplace }: Pick<Job, 'workplace'>): string | undefined {
  return workplaceNames[workplace ?? ''];
}

const workplaceNames: Record<string, string> = {
  'on-site': 'On site',
  hybrid: 'Hybrid',
  remote: 'Remote',
};
