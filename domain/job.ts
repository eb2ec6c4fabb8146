// The small build of zod, which reads like the large one: the posting form loads this file, when
// somebody begins to type.
import * as z from 'zod/mini';
import { countryCodes } from './countries.ts';
import {
  type Currency,
  countCharacters,
  currencies,
  highestSalary,
  isWebAddress,
  jobLimits,
  jobTypes,
  reportReasons,
  type SalaryPeriod,
  salaryPeriods,
  seen,
  shortestDescription,
  tidy,
  tidyWebAddress,
  workplaces,
} from './job-facts.ts';
import { completeWebAddress } from './web-address.ts';

const text = z.pipe(z.string(), z.transform(tidy));
/** What is searched for: é may be one character or two, and is the same letter. */
const searched = z.pipe(
  z.string(),
  z.transform((value) => tidy(value).normalize()),
);

function between(least: number, most: number, tooShort: string, tooLong: string, kind = text) {
  return z.pipe(
    kind,
    z.string().check(
      // Nothing is filled up with what cannot be seen.
      z.refine((value) => countCharacters(seen(value)) >= least, tooShort),
      z.refine((value) => countCharacters(value) <= most, tooLong),
    ),
  );
}

function optional(name: string, most: number) {
  return z.pipe(
    z.pipe(
      // A field that the form does not show is as good as an empty one.
      z.optional(z.nullable(z.string())),
      z.transform((value) => (seen(value ?? '') ? tidy(value ?? '') : null)),
    ),
    z
      .nullable(z.string())
      .check(
        z.refine(
          (value) => countCharacters(value ?? '') <= most,
          `${name} must be less than ${most} characters`,
        ),
      ),
  );
}

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

const amountMessage = 'Enter an amount in figures, such as 58000 or 34.50';

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
    .nullable(z.number(amountMessage))
    .check(
      z.refine(
        (value) => value === null || (value > 0 && value <= highestSalary),
        'Enter an amount above 0 and up to 100,000,000',
      ),
    ),
);

/** What a posting says of its pay beside the free text: all of it, or nothing. */
function checkSalary(job: SalaryFacts, note: (path: keyof SalaryFacts, message: string) => void) {
  const { salary_from, salary_to, salary_currency, salary_period } = job;
  if (salary_from === null && salary_to === null) return;
  if (salary_from !== null && salary_to !== null && salary_from > salary_to) {
    note('salary_to', 'The highest salary must not be below the lowest');
  }
  if (!salary_currency) note('salary_currency', 'Choose the currency of the salary');
  if (!salary_period) note('salary_period', 'Choose what the salary is paid for');
}

type SalaryFacts = {
  salary_from: number | null;
  salary_to: number | null;
  salary_currency: Currency | null;
  salary_period: SalaryPeriod | null;
};

const emailMessage = 'Please enter a valid email';
const urlMessage = 'Please enter a valid URL';

const fields = z.object({
  title: between(
    3,
    jobLimits.title,
    'Title must be at least 3 characters',
    'Title must be less than 100 characters',
    searched,
  ),
  company: between(
    2,
    jobLimits.company,
    'Company must be at least 2 characters',
    'Company must be less than 100 characters',
    searched,
  ),
  job_type: z._default(z.enum(jobTypes, 'Choose one of the job types'), 'Full-time'),
  location: between(
    2,
    jobLimits.location,
    'Location must be at least 2 characters',
    'Location must be less than 100 characters',
  ),
  salary_range: optional('Salary range', jobLimits.salary_range),
  application_deadline: z.pipe(
    z.pipe(
      z.optional(z.nullable(z.string())),
      z.transform((value) => value?.trim() || null),
    ),
    z.nullable(z.string().check(z.refine(isDeadline, 'Enter the deadline as a date'))),
  ),
  application_url: z.pipe(
    z.pipe(
      z.string(),
      z.transform((value) => tidyWebAddress(completeWebAddress(tidy(value)))),
    ),
    z.string().check(
      z.refine(isWebAddress, urlMessage),
      z.refine(
        (value) => countCharacters(value) <= jobLimits.application_url,
        'The URL must be less than 500 characters',
      ),
    ),
  ),
  description: between(
    shortestDescription,
    jobLimits.description,
    'Description must be at least 50 characters',
    'Description must be less than 5000 characters',
  ),
  requirements: optional('Requirements', jobLimits.requirements),
  benefits: optional('Benefits', jobLimits.benefits),
  contact_name: between(
    2,
    jobLimits.contact_name,
    'Recruiter/Contact name is required',
    'The contact name must be less than 100 characters',
  ),
  contact_email: z.pipe(
    z.pipe(
      // It becomes a line of a mail's head.
      z.string().check(z.refine((value) => !/[\r\n]/.test(value), emailMessage)),
      z.transform(tidy),
    ),
    z.string().check(
      z.refine((value) => z.email().safeParse(value).success, emailMessage),
      z.refine(
        (value) => value.length <= jobLimits.contact_email,
        'The email must be less than 255 characters',
      ),
    ),
  ),
  contact_phone: optional('Phone number', jobLimits.contact_phone),
  workplace: optionalOneOf(workplaces, 'Choose one of the workplaces'),
  city: optional('City', jobLimits.city),
  region: optional('State or region', jobLimits.region),
  country: optionalOneOf(countryCodes, 'Choose a country of the list'),
  salary_from: amount,
  salary_to: amount,
  salary_currency: optionalOneOf(currencies, 'Choose a currency of the list'),
  salary_period: optionalOneOf(salaryPeriods, 'Choose a period of the list'),
});

/** The posting form, whose answer is the row to write: what was left empty is null. */
export const jobSchema = z.pipe(
  fields.check(
    z.check((payload) => {
      checkSalary(payload.value, (path, message) => {
        payload.issues.push({ code: 'custom', path: [path], message, input: payload.value });
      });
    }),
  ),
  // A currency alone says nothing, and a form may have it chosen beforehand.
  z.transform((job) =>
    job.salary_from === null && job.salary_to === null
      ? { ...job, salary_currency: null, salary_period: null }
      : job,
  ),
);

export type JobForm = z.input<typeof jobSchema>;
export type JobFacts = z.output<typeof jobSchema>;

/** What somebody tells staff about a posting. */
export const reportSchema = z.object({
  jobId: z.uuid('Say which job it is about'),
  reason: z.enum(reportReasons, 'Choose a reason'),
  note: optional('The note', 1000),
});

function isDeadline(value: string): boolean {
  return z.iso.date().safeParse(value).success && value >= '2000-01-01';
}
