import type { Statistic } from './statistics.ts';

const source = 'as stated by the company';

/**
 * The job board’s four market figures. The company gave the numbers without their definitions;
 * the labels say no more than the numbers themselves do.
 */
export const jobMarket = {
  title: 'The market in four figures',
  figures: [
    { value: '$45B+', label: 'Market size', text: 'in US dollars', source },
    { value: '44% CAGR', label: 'Growth', text: 'compound annual growth rate', source },
    {
      value: '73%',
      label: 'Market share',
      text: 'what the share counts is to be confirmed',
      source,
    },
    { value: '$120K+', label: 'Salary', text: 'in US dollars', source },
  ],
  note: 'Market figures as stated by the company. Their sources, years and definitions are to be confirmed; do not rely on them for a decision about pay or hiring.',
} as const satisfies { title: string; figures: readonly Statistic[]; note: string };
