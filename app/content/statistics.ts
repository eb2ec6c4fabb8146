/** Every figure the company states about itself. None is measured by this site. */
export type Statistic = {
  value: string;
  label: string;
  text: string;
  source: 'as stated by the company';
};

const source = 'as stated by the company';

export const statistics = {
  professionals: {
    value: '300+',
    label: 'Professionals',
    text: 'by our own count',
    source,
  },
  organizations: {
    value: '50+',
    label: 'Organizations',
    text: 'by our own count',
    source,
  },
  pathways: {
    value: 'Five',
    label: 'Certification pathways',
    text: 'from student to leadership',
    source,
  },
  firstCohorts: {
    value: '2025',
    label: 'First cohorts',
    text: 'the year in which they began',
    source,
  },
  salaryIncrease: {
    value: '22%',
    label: 'Average salary increase',
    text: 'Our own average; who was compared is to be confirmed.',
    source,
  },
  promotion: {
    value: '2.5×',
    label: 'More likely to be promoted',
    text: 'Our own figure; who was compared is to be confirmed.',
    source,
  },
  onboarding: {
    value: '40–60%',
    label: 'Less onboarding time',
    text: 'Our own figure; how it was measured is to be confirmed.',
    source,
  },
  documentation: {
    value: '30–50%',
    label: 'Less documentation time',
    text: 'Our own figure; how it was measured is to be confirmed.',
    source,
  },
  returnOnInvestment: {
    value: '3–6 months',
    label: 'To a return on investment',
    text: 'Our own figure; what it is counted from is to be confirmed.',
    source,
  },
} as const satisfies Record<string, Statistic>;

export const statisticsNote =
  'Figures as stated by the company. They are not independently audited, and your results will depend on your work, your data and your people.';

/** The four on Home, in order. */
export const homeStatistics = [
  statistics.professionals,
  statistics.organizations,
  statistics.pathways,
  statistics.firstCohorts,
] as const satisfies readonly Statistic[];
