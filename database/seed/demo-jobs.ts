import { demoCompany, demoEmployer } from './demo-people.ts';
import { randomFrom } from './random.ts';

// Sample content: the companies are invented, and their addresses are under the reserved .example.
const companies = [
  ['Piedmont Valley Health', 'piedmont-valley'],
  ['Blue Ridge Physician Partners', 'blue-ridge'],
  [demoCompany, 'tidewater'],
  ['Catawba Coding Services', 'catawba'],
  ['Longleaf Revenue Group', 'longleaf'],
  ['Sandhills Community Care', 'sandhills'],
] as const;

const roles = [
  {
    title: 'AI-Assisted Inpatient Coder',
    work: 'Review the code sets that our coding assistant proposes for inpatient stays, accept or correct them, and record why.',
    need: 'CCS or CPC\nTwo years of inpatient coding\nComfort with reading model confidence and audit trails',
  },
  {
    title: 'CDI Specialist, Query Automation',
    work: 'Own the queries that our CDI tool drafts: check the clinical indicators, rewrite what leads the physician, and track response and agreement rates.',
    need: 'RN or RHIA\nCCDS or CDIP\nExperience with concurrent review',
  },
  {
    title: 'Denials Analyst',
    work: 'Find the root causes behind payer denials with our prediction model, write appeals, and feed what you learn back to the front end of the revenue cycle.',
    need: 'Three years in denials or appeals\nStrong spreadsheet and SQL reading skills',
  },
  {
    title: 'Charge Capture Auditor',
    work: 'Compare documented services with charges that the capture rules propose, investigate the outliers, and tune thresholds with the governance group.',
    need: 'CPMA or equal experience\nKnowledge of charge description masters',
  },
  {
    title: 'Revenue Integrity Lead, AI Governance',
    work: 'Chair the weekly validation review, keep the model inventory, and report drift, overrides and audit results to the compliance committee.',
    need: 'Seven years in revenue integrity\nExperience with policy writing',
  },
  {
    title: 'HIM Data Quality Specialist',
    work: 'Keep the record set that our models learn from clean: duplicates, missing signatures, late entries, and mismatched encounters.',
    need: 'RHIT or RHIA\nEye for patterns in data',
  },
  {
    title: 'Prior Authorization Automation Coordinator',
    work: 'Run the authorization queue beside our automation: handle what it hands back, measure turnaround, and write down each rule that a payer changes.',
    need: 'Two years in prior authorization\nClear writing',
  },
  {
    title: 'Faculty, Healthcare AI Practice',
    work: 'Teach applied prompt work, governance and validation to coding and CDI students, using synthetic charts in a supervised sandbox.',
    need: 'Teaching experience\nCredential in coding, CDI or HIM',
  },
] as const;

const places = [
  'Charlotte, NC',
  'Raleigh, NC',
  'Asheville, NC',
  'Remote',
  'Greenville, SC',
  'Durham, NC',
];
const typesOnSite = ['Full-time', 'Part-time', 'Contract', 'Other'] as const;
/** In words and in figures, in words alone, in figures alone, or not at all. */
const pays = [
  pay('$58,000–$72,000 a year', 58_000, 72_000, 'year'),
  pay('$34–$42 an hour'),
  pay(null, 85_000, 105_000, 'year'),
  pay(null),
];

function pay(text: string | null, from?: number, to?: number, period?: string) {
  return {
    salary_range: text,
    salary_from: from ?? null,
    salary_to: to ?? null,
    salary_currency: period ? 'USD' : null,
    salary_period: period ?? null,
  };
}

/** The same jobs for the same count, newest first, spread over the days before `now`. */
export function demoJobs(count: number, now: Date) {
  const random = randomFrom(7);
  return Array.from({ length: count }, (_, index) => {
    const role = random.pick(roles);
    const [company, host] = random.pick(companies);
    const place = random.pick(places);
    return {
      id: `10000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
      title: role.title,
      company,
      job_type: place === 'Remote' ? 'Remote' : random.pick(typesOnSite),
      location: place,
      ...random.pick(pays),
      application_deadline: random.chance(0.5) ? daysFrom(now, 14 + random.below(60)) : null,
      ...whereToApply(host, index),
      description: `${role.work}\n\nYou join a team of ${3 + random.below(20)} at ${company}. Every suggestion that a model makes is checked by a person before it reaches a claim, and that person is you.`,
      requirements: role.need,
      benefits: random.chance(0.7)
        ? 'Health, dental and vision cover\nPaid certification fees\nRetirement plan with match'
        : null,
      contact_name: 'Sample Recruiter',
      contact_email: `talent@${host}.example`,
      contact_phone: random.chance(0.5) ? '+1 704 555 0100' : null,
      ...factsOf(place),
      created_at: new Date(now.getTime() - index * 5 * 3_600_000).toISOString(),
      posted_by: demoEmployer.id,
    };
  });
}

/** Some take applications on this site, with questions; most on the employer's own. */
function whereToApply(host: string, index: number) {
  if (index % 10 !== 4) {
    return {
      applies_here: false,
      application_url: `https://${host}.example/careers/${index + 1}`,
      questions: [],
    };
  }
  return {
    applies_here: true,
    application_url: null,
    questions: [
      {
        kind: 'yes-no',
        question: 'Are you authorized to work in the United States?',
        options: [],
        needed: true,
        wanted: ['Yes'],
      },
      {
        kind: 'text',
        question: 'Which encoder have you worked with most?',
        options: [],
        needed: false,
        wanted: [],
      },
    ],
  };
}

function factsOf(place: string) {
  const [city = '', region = ''] = place.split(', ');
  return place === 'Remote'
    ? { workplace: 'remote', city: null, region: null, country: 'US' }
    : { workplace: 'on-site', city, region, country: 'US' };
}

function daysFrom(start: Date, days: number): string {
  return new Date(start.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
