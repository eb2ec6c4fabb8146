import {
  candidateTexts,
  experienceLevels,
  type ListName,
  limitMessage,
  listLimits,
  mostHiddenCompanies,
} from '#domain/candidates/candidate-lists.ts';
import {
  availabilityText,
  candidateSentences,
  companyText,
  entryTooLong,
  noteText,
  tooManyHidden,
  unseenEntry,
  untidyList,
} from '#domain/candidates/candidate-rules.ts';
import { tierCodes } from '#domain/credentials/tiers.ts';
import { countryCodes } from '#domain/jobs/countries.ts';
import { hoursAfterDay } from '#domain/jobs/day-ends.ts';
import { contactEmail } from '#domain/jobs/job.ts';
import {
  currencies,
  earliestDeadline,
  highestSalary,
  jobSentences,
  jobTexts,
  jobTypes,
  salaryPeriods,
  workplaces,
} from '#domain/jobs/job-facts.ts';
import { reportReasons } from '#domain/jobs/report-reasons.ts';
import { messageTexts } from '#domain/messages/message.ts';
import { reportTexts, unknownReason } from '#domain/staff/report.ts';
import { tooShort } from '#domain/text/text-rules.ts';
import { invalidAddress } from '#domain/text/web-address-rules.ts';
import {
  type Check,
  check,
  choice,
  isTooLong,
  optionalWebAddress,
  type TableRules,
  visibleText,
  webAddress,
} from './row-checks.ts';
import { listLiteral, literal, patternLiteral } from './sql-literals.ts';
import { alerts, companies, inbox } from './team-rules.ts';

const amount = (column: string): Check[] => [
  check(column, `new.${column} <> round(new.${column}, 2)`, jobSentences.amount),
  check(column, `new.${column} <= 0 or new.${column} > ${highestSalary}`, jobSentences.amountRange),
];

const list = (column: ListName): Check[] => {
  const { most, longest } = listLimits[column];
  return [
    check(column, `cardinality(new.${column}) > ${most}`, limitMessage(column)),
    check(column, `private.longest_of(new.${column}) > ${longest}`, entryTooLong(column)),
    check(column, `not private.is_tidy_list(new.${column})`, untidyList(column)),
    check(column, `not private.is_seen_list(new.${column})`, unseenEntry(column)),
  ];
};

const company = (column: string): Check[] => [
  ...visibleText(column, companyText),
  check(column, `private.company_key(new.${column}) = ''`, companyText.tooShort),
];

const hasAmount = 'coalesce(new.salary_from, new.salary_to) is not null';
const salary = ['salary_from', 'salary_to'];

const jobs: TableRules = {
  table: 'jobs',
  trigger: 'before_4',
  checks: [
    ...visibleText('title', jobTexts.title),
    ...visibleText('company', jobTexts.company),
    choice('job_type', jobTypes, jobSentences.job_type),
    ...visibleText('location', jobTexts.location),
    ...visibleText('client', jobTexts.client),
    check('client', "private.company_key(new.client) = ''", tooShort(jobTexts.client)),
    isTooLong('salary_range', jobTexts.salary_range),
    check(
      'application_deadline',
      `new.application_deadline not between ${literal(earliestDeadline)} and '9999-12-31'`,
      jobSentences.deadline,
    ),
    // A deadline must not be over already; a day ends last at UTC-12.
    check(
      'application_deadline',
      `current_user in ('anon', 'authenticated')
          and ((new.application_deadline + 1)::timestamp + interval '${hoursAfterDay} hours') at time zone 'UTC' <= now()`,
      jobSentences.deadlineIsOver,
    ),
    // People apply either here or at another address.
    {
      columns: ['application_url', 'applies_here'],
      isBroken: '(new.application_url is null) <> new.applies_here',
      sentence: invalidAddress,
    },
    check('questions', 'not private.are_job_questions(new.questions)', jobSentences.questions),
    webAddress('application_url'),
    isTooLong('application_url', jobTexts.application_url),
    ...visibleText('description', jobTexts.description),
    isTooLong('requirements', jobTexts.requirements),
    isTooLong('benefits', jobTexts.benefits),
    ...visibleText('contact_name', jobTexts.contact_name),
    check(
      'contact_email',
      `new.contact_email !~ ${patternLiteral(contactEmail)}`,
      jobSentences.contactEmail,
    ),
    isTooLong('contact_email', jobTexts.contact_email),
    isTooLong('contact_phone', jobTexts.contact_phone),
    choice('workplace', workplaces, jobSentences.workplace),
    isTooLong('city', jobTexts.city),
    isTooLong('region', jobTexts.region),
    choice('country', countryCodes, jobSentences.country),
    check(
      'credentials_wanted',
      `not new.credentials_wanted <@ ${listLiteral(tierCodes)} or not private.is_tidy_list(new.credentials_wanted)`,
      jobSentences.credentials_wanted,
    ),
    ...amount('salary_from'),
    ...amount('salary_to'),
    {
      columns: salary,
      isBroken: 'new.salary_from > new.salary_to',
      sentence: jobSentences.salaryOrder,
    },
    choice('salary_currency', currencies, jobSentences.salary_currency),
    choice('salary_period', salaryPeriods, jobSentences.salary_period),
    {
      columns: [...salary, 'salary_currency'],
      isBroken: `new.salary_currency is null and ${hasAmount}`,
      sentence: jobSentences.needsCurrency,
    },
    {
      columns: [...salary, 'salary_period'],
      isBroken: `new.salary_period is null and ${hasAmount}`,
      sentence: jobSentences.needsPeriod,
    },
  ],
};

const jobReports: TableRules = {
  table: 'job_reports',
  trigger: 'before_2',
  checks: [choice('reason', reportReasons, unknownReason), isTooLong('note', reportTexts.note)],
};

const candidateProfiles: TableRules = {
  table: 'candidate_profiles',
  trigger: 'before_3',
  checks: [
    ...visibleText('headline', candidateTexts.headline),
    isTooLong('summary', candidateTexts.summary),
    check('years_experience', 'new.years_experience < 0', candidateSentences.fewestYears),
    isTooLong('current_company', candidateTexts.current_company),
    isTooLong('current_position', candidateTexts.current_position),
    isTooLong('location', candidateTexts.location),
    ...list('skills'),
    ...list('certifications'),
    ...list('languages'),
    isTooLong('education', candidateTexts.education),
    choice('experience_level', experienceLevels, candidateSentences.experience_level),
    ...list('preferred_job_types'),
    ...list('preferred_locations'),
    isTooLong('salary_expectations', candidateTexts.salary_expectations),
    ...visibleText('availability', availabilityText),
    ...(['linkedin_url', 'portfolio_url', 'profile_picture_url'] as const).flatMap((column) => [
      isTooLong(column, candidateTexts[column]),
      optionalWebAddress(column),
    ]),
  ],
};

const profileHides: TableRules = {
  table: 'profile_hides',
  trigger: 'before_2',
  checks: [
    ...company('company'),
    check(
      'user_id',
      `(select count(*) from public.profile_hides as h where h.user_id = new.user_id) >= ${mostHiddenCompanies}`,
      tooManyHidden,
    ),
  ],
};

/** By file of database/rules. */
export const tableRules: Record<string, { subject: string; tables: TableRules[] }> = {
  jobs: {
    subject: 'What a job may hold, from domain/jobs/job-facts.ts, and a report of one',
    tables: [jobs, jobReports],
  },
  candidates: {
    subject:
      'What a profile and what belongs to it may hold, from domain/candidates/candidate-lists.ts',
    tables: [
      candidateProfiles,
      profileHides,
      { table: 'employers', trigger: 'before_4', checks: company('company') },
      { table: 'saved_candidates', trigger: 'before_3', checks: [isTooLong('note', noteText)] },
    ],
  },
  teams: {
    subject:
      'What a team writes of its company and of those who apply, from domain/companies and domain/applications',
    tables: [companies, ...inbox],
  },
  alerts: {
    subject: 'When an alert comes, from domain/alerts/alerts.ts',
    tables: [alerts],
  },
  messages: {
    subject:
      'What a message may hold, from domain/messages/message.ts, and a report of a conversation',
    tables: [
      { table: 'messages', trigger: 'before_3', checks: visibleText('body', messageTexts.reply) },
      {
        table: 'message_reports',
        trigger: 'before_2',
        checks: visibleText('reason', reportTexts.reason),
      },
    ],
  },
};
