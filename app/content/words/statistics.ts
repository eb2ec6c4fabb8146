import { type WordField, wordKind } from '#domain/site/word-kinds.ts';
import { firstStatistics } from '../statistics.ts';

const figure = (label: string, hint?: string): WordField => ({
  type: 'group',
  label,
  fields: {
    value: { type: 'line', label: 'Figure', most: 16, ...(hint && { hint }) },
    label: { type: 'line', label: 'What it counts', most: 60 },
    text: { type: 'line', label: 'Where it comes from', most: 120 },
  },
});

export const statistics = wordKind({
  name: 'statistics',
  title: 'Statistics',
  about:
    'The company in figures: on Home, and for professionals and employers. FAQ answers repeat most of them: change those, too.',
  publishedBy: 'staff',
  page: '/',
  first: firstStatistics,
  fields: {
    professionals: figure('Professionals'),
    organizations: figure('Organizations'),
    pathways: figure('Pathways'),
    firstCohorts: figure('First cohorts'),
    salaryIncrease: figure('Salary increase', 'This figure is also under Salaries: change both'),
    promotion: figure('Promotion'),
    onboarding: figure('Onboarding'),
    documentation: figure('Documentation'),
    returnOnInvestment: figure('Return on investment'),
    note: { type: 'text', label: 'The note below the figures', most: 400 },
  },
});
