import { wordsOf } from '#domain/site/words.ts';

/**
 * Salary increases as percentages. The company has stated no dollar amounts and has not said which roles each range
 * compares, so neither is shown. Replace the labels once it does (see docs/owner-checklist.md).
 */
export type SalaryRange = { label: string; low: number; high: number };

export const firstSalaries = {
  title: 'Salary increases with AI credentials',
  caption: 'Three stated ranges and the stated average, as percentage increases over current pay.',
  ranges: [
    { label: 'First comparison', low: 18, high: 24 },
    { label: 'Second comparison', low: 15, high: 20 },
    { label: 'Third comparison', low: 18, high: 35 },
  ],
  average: 22,
  averageLabel: 'Average increase',
  note: 'As stated by the company. The roles behind each comparison are to be confirmed. An increase is not promised to anyone.',
} satisfies { ranges: readonly SalaryRange[]; average: number; [key: string]: unknown };

export const salaryTableHeads = ['Comparison', 'Lowest increase', 'Highest increase'] as const;

export const salaries = () => wordsOf('salaries', firstSalaries);
