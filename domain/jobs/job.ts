// The small build of zod: the job form loads this file when somebody starts to type.
import * as z from 'zod/mini';
import { jobQuestions } from '../applications/job-question-schemas.ts';
import { tierCodes } from '../credentials/tiers.ts';
import { inOneForm, tidy } from '../text/plain-text.ts';
import { isShortEnough } from '../text/text-checks.ts';
import { textOrNull, visibleText } from '../text/visible-text.ts';
import { invalidAddress, isWebAddress, tidyWebAddress } from '../text/web-address-rules.ts';
import { countryCodes } from './countries.ts';
import {
  type Currency,
  currencies,
  earliestDeadline,
  highestSalary,
  jobSentences,
  jobTexts,
  jobTypes,
  type SalaryPeriod,
  salaryPeriods,
  workplaces,
} from './job-facts.ts';

function optionalOneOf<const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  message: string,
) {
  return z.pipe(
    z.pipe(
      z.optional(z.nullable(z.string())),
      z.transform((value) => value || null),
    ),
    z.nullable(z.enum(choices, message)),
  );
}

/** A list, or a form field that holds one: `CIHIS-AI,CIHIS-L`. */
const wantedCredentials = z.pipe(
  z.pipe(
    z.optional(z.nullable(z.union([z.string(), z.array(z.string())]))),
    z.transform((given) => [given || []].flat().flatMap((each) => each.split(','))),
  ),
  z
    .array(z.enum(tierCodes, jobSentences.credentials_wanted))
    .check(z.refine((all) => new Set(all).size === all.length, jobSentences.credentials_wanted)),
);

/** 58000, 58,000, $58,000 and 34.50 alike. */
const amount = z.pipe(
  z.pipe(
    z.optional(z.nullable(z.union([z.string(), z.number()]))),
    z.transform((value) => {
      const figures = String(value ?? '').replace(/[\s,$€£]/g, '');
      if (figures === '') return null;
      return /^\d{1,9}(\.\d{1,2})?$/.test(figures) ? Number(figures) : Number.NaN;
    }),
  ),
  z
    .nullable(z.number(jobSentences.amount))
    .check(
      z.refine(
        (value) => value === null || (value > 0 && value <= highestSalary),
        jobSentences.amountRange,
      ),
    ),
);

/** Pay in figures, next to the free text, must be complete or absent. */
function checkSalary(job: SalaryFacts, note: (path: keyof SalaryFacts, message: string) => void) {
  const { salary_from, salary_to, salary_currency, salary_period } = job;
  if (salary_from === null && salary_to === null) return;
  if (salary_from !== null && salary_to !== null && salary_from > salary_to) {
    note('salary_to', jobSentences.salaryOrder);
  }
  if (!salary_currency) note('salary_currency', jobSentences.needsCurrency);
  if (!salary_period) note('salary_period', jobSentences.needsPeriod);
}

type SalaryFacts = {
  salary_from: number | null;
  salary_to: number | null;
  salary_currency: Currency | null;
  salary_period: SalaryPeriod | null;
};

/** As zod's email() reads it. The specification allows 255 characters and sets no limit before the @. */
export const contactEmail = z.regexes.email;

export const deadline = z.pipe(
  z.pipe(
    z.optional(z.nullable(z.string())),
    z.transform((value) => value?.trim() || null),
  ),
  z.nullable(z.string().check(z.refine(isDeadline, jobSentences.deadline))),
);

const fields = z.object({
  title: visibleText(jobTexts.title, inOneForm),
  company: visibleText(jobTexts.company, inOneForm),
  job_type: z._default(z.enum(jobTypes, jobSentences.job_type), 'Full-time'),
  location: visibleText(jobTexts.location),
  client: textOrNull(jobTexts.client),
  salary_range: textOrNull(jobTexts.salary_range),
  application_deadline: deadline,
  applies_here: z.boolean(),
  application_url: z.nullable(
    z.string(invalidAddress).check(
      z.overwrite((value) => tidyWebAddress(tidy(value))),
      z.refine(isWebAddress, invalidAddress),
      isShortEnough(jobTexts.application_url),
    ),
  ),
  questions: jobQuestions,
  description: visibleText(jobTexts.description),
  requirements: textOrNull(jobTexts.requirements),
  benefits: textOrNull(jobTexts.benefits),
  contact_name: visibleText(jobTexts.contact_name),
  contact_email: z.string(jobSentences.contactEmail).check(
    // It becomes an email header: a line break in it is refused, not removed.
    z.overwrite((value) => (/[\r\n]/.test(value) ? value : tidy(value))),
    z.regex(contactEmail, jobSentences.contactEmail),
    isShortEnough(jobTexts.contact_email),
  ),
  contact_phone: textOrNull(jobTexts.contact_phone),
  workplace: optionalOneOf(workplaces, jobSentences.workplace),
  city: textOrNull(jobTexts.city),
  region: textOrNull(jobTexts.region),
  country: optionalOneOf(countryCodes, jobSentences.country),
  credentials_wanted: wantedCredentials,
  salary_from: amount,
  salary_to: amount,
  salary_currency: optionalOneOf(currencies, jobSentences.salary_currency),
  salary_period: optionalOneOf(salaryPeriods, jobSentences.salary_period),
});

const wholeFields = z.pipe(
  z.transform(placeOfApplying),
  fields.check(
    z.check((payload) => {
      checkSalary(payload.value, (path, message) => {
        payload.issues.push({ code: 'custom', path: [path], message, input: payload.value });
      });
    }),
  ),
);

type FieldsGiven = Omit<z.input<typeof fields>, 'applies_here' | 'application_url'> & {
  /** Whether people apply on this site instead of at an address; a form sends it as text. */
  applies_here?: boolean | string;
  application_url?: string | null;
};

/** Unless the form says otherwise, people apply at the URL, which is then required. */
function placeOfApplying(given: FieldsGiven): z.input<typeof fields> {
  const isHere = String(given.applies_here) === 'true';
  return {
    ...given,
    applies_here: isHere,
    application_url: isHere ? null : (given.application_url ?? ''),
    // Questions belong to the application form on this site.
    questions: isHere ? given.questions : [],
  };
}

/** The job form. Its output is the row to write, with null for empty fields. */
export const jobSchema = z.pipe(
  wholeFields,
  // A currency alone says nothing, and the form may have preselected one.
  z.transform((job) =>
    job.salary_from === null && job.salary_to === null
      ? { ...job, salary_currency: null, salary_period: null }
      : job,
  ),
);

export type JobForm = z.input<typeof jobSchema>;
export type JobFacts = z.output<typeof jobSchema>;

function isDeadline(value: string): boolean {
  return z.regexes.date.test(value) && value >= earliestDeadline;
}
