import { wordsOf } from '#domain/site/words.ts';
import type { Point } from './page-parts.ts';
import type { Statistic } from './statistics.ts';

/**
 * The four market figures of the job board. The company gave the numbers without their definitions, so the labels say
 * no more than the numbers do.
 */
export const firstJobMarket = {
  title: 'The market in four figures',
  figures: [
    { value: '$45B+', label: 'Market size', text: 'in US dollars' },
    { value: '44% CAGR', label: 'Growth', text: 'compound annual growth rate' },
    {
      value: '73%',
      label: 'Share',
      text: 'its definition is to be confirmed',
    },
    { value: '$120K+', label: 'Salary', text: 'in US dollars' },
  ],
  note: 'Market figures as stated by the company. Their sources, years and definitions are to be confirmed; do not rely on them for a decision about pay or hiring.',
} satisfies { title: string; figures: readonly Statistic[]; note: string };

export const jobMarket = () => wordsOf('job-market', firstJobMarket);

/** The skill cards of the job board. */
export const skillsInDemand = [
  {
    title: 'Checking AI output',
    text: 'Comparing a suggested code, query or appeal with the record, and saying why it stands or falls.',
  },
  {
    title: 'Prompting for evidence',
    text: 'Asking for the line of the note behind every statement.',
  },
  {
    title: 'Governance and audit',
    text: 'Applying a use policy, keeping the log and preparing the sample.',
  },
  {
    title: 'Validating tools',
    text: 'Testing rules and models on real work before and after each update.',
  },
] as const satisfies readonly Point[];
