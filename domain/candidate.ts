import * as z from 'zod/mini';
import {
  experienceLevels,
  type ListName,
  limitMessage,
  listLimits,
  tidyList,
} from './candidate-lists.ts';
import { lengthOf } from './text-length.ts';
import { completeWebAddress } from './web-address.ts';

/** A candidate's profile: what the form accepts and what SQL demands again, with the same limits. */
const mostLetters = (most: number, name: string) =>
  z.refine<string>(
    (value) => lengthOf(value) <= most,
    `${name} must be less than ${most} characters`,
  );

const optionalText = (most: number, name: string) =>
  z._default(z.string().check(z.trim(), mostLetters(most, name)), '');

const isWebAddress = (value: string) => {
  if (!/^https?:\/\/[^\s/?#]+/i.test(value) || /\s/.test(value)) return false;
  return URL.canParse(value);
};

const webAddress = (name: string) =>
  z._default(
    z.string().check(
      z.trim(),
      z.overwrite(completeWebAddress),
      mostLetters(500, name),
      z.refine((value) => value === '' || isWebAddress(value), 'Please enter a valid URL'),
    ),
    '',
  );

const textList = (list: ListName) => {
  const { most, longest, noun } = listLimits[list];
  const name = noun.charAt(0).toUpperCase() + noun.slice(1);
  return z._default(
    z.pipe(
      z.pipe(z.array(z.string()), z.transform(tidyList)),
      z.array(z.string()).check(
        z.refine((entries) => entries.length <= most, limitMessage(list)),
        z.refine(
          (entries) => entries.every((entry) => lengthOf(entry) <= longest),
          `${name} must be less than ${longest} characters each`,
        ),
      ),
    ),
    [],
  );
};

/** The largest integer of the database; the specification names no other limit. */
const mostYears = 2_147_483_647;

/** What was typed as years, as a whole number: "7.5" is 7, nothing is null. */
function parseYears(value: string | number | null): number | null {
  if (value === null || String(value).trim() === '') return null;
  return Math.trunc(Number(value));
}

const years = z._default(
  z.pipe(
    z.pipe(z.union([z.string(), z.number(), z.null()]), z.transform(parseYears)),
    z.nullable(
      z
        .number('Years of experience must be a number')
        .check(
          z.gte(0, 'Years of experience must be 0 or more'),
          z.lte(mostYears, 'Years of experience must be a number'),
        ),
    ),
  ),
  null,
);

export const candidateSchema = z.object({
  public_profile: z._default(z.boolean(), false),
  headline: z.string('Headline must be at least 3 characters').check(
    z.trim(),
    z.refine((value) => lengthOf(value) >= 3, 'Headline must be at least 3 characters'),
    mostLetters(150, 'Headline'),
  ),
  summary: optionalText(2000, 'Summary'),
  years_experience: years,
  current_company: optionalText(100, 'Current company'),
  current_position: optionalText(100, 'Current position'),
  location: optionalText(100, 'Location'),
  skills: textList('skills'),
  certifications: textList('certifications'),
  languages: textList('languages'),
  education: optionalText(1000, 'Education'),
  experience_level: z._default(z.enum(experienceLevels), 'Mid'),
  preferred_job_types: textList('preferred_job_types'),
  preferred_locations: textList('preferred_locations'),
  salary_expectations: optionalText(100, 'Salary expectations'),
  availability: z._default(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Choose your availability'),
        mostLetters(100, 'Availability'),
      ),
    'Within 3 months',
  ),
  linkedin_url: webAddress('The LinkedIn address'),
  portfolio_url: webAddress('The portfolio address'),
  profile_picture_url: webAddress('The picture address'),
});

export type Candidate = z.infer<typeof candidateSchema>;

/** The order in which the form shows its fields, and so which error is the first. */
export const candidateFields = Object.keys(candidateSchema.shape) as (keyof Candidate)[];

/** A company whose people never see the profile: its name, its web address or its e-mail domain. */
const companyName = z.string().check(
  z.trim(),
  z.refine((value) => lengthOf(value) >= 2, 'Enter the name of the company'),
  mostLetters(100, 'The name'),
  z.refine((value) => /[\p{L}\p{N}]/u.test(value), 'Enter the name of the company'),
);

export const hiddenCompanySchema = z.object({ company: companyName });

/** What a member says once about who they hire for. */
export const employerSchema = z.object({ company: companyName });

/** A note on a saved candidate, which only the one who wrote it sees. */
export const savedNoteSchema = z.object({ note: optionalText(1000, 'The note') });
