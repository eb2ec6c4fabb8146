import { wordsOf } from '#domain/site/words.ts';

/** Every figure that the company states about itself. This site measures none of them. */
export type Statistic = {
  value: string;
  label: string;
  text: string;
};

/** As released. */
export const firstStatistics = {
  professionals: {
    value: '300+',
    label: 'Professionals',
    text: 'by our own count',
  },
  organizations: {
    value: '50+',
    label: 'Organizations',
    text: 'by our own count',
  },
  pathways: {
    value: 'Five',
    label: 'Certification pathways',
    text: 'from student to leadership',
  },
  firstCohorts: {
    value: '2025',
    label: 'First cohorts',
    text: 'the year in which they began',
  },
  salaryIncrease: {
    value: '22%',
    label: 'Average salary increase',
    text: 'Our own average; who was compared is to be confirmed.',
  },
  promotion: {
    value: '2.5x',
    label: 'More likely to be promoted',
    text: 'Our own figure; who was compared is to be confirmed.',
  },
  onboarding: {
    value: '40-60%',
    label: 'Less onboarding time',
    text: 'Our own figure; how it was measured is to be confirmed.',
  },
  documentation: {
    value: '30-50%',
    label: 'Less documentation time',
    text: 'Our own figure; how it was measured is to be confirmed.',
  },
  returnOnInvestment: {
    value: '3-6 months',
    label: 'To a return on investment',
    text: 'Our own figure; what it is counted from is to be confirmed.',
  },
  note: 'Figures as stated by the company. They are not independently audited, and your results will depend on your work, your data and your people.',
} satisfies Record<string, Statistic | string>;

export const statistics = () => wordsOf('statistics', firstStatistics);

/** The four on Home, in order. */
export function homeStatistics(): readonly Statistic[] {
  const { professionals, organizations, pathways, firstCohorts } = statistics();
  return [professionals, organizations, pathways, firstCohorts];
}
