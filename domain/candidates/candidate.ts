import * as z from 'zod/mini';
import { isShortEnough, optionalText } from '../text/text-checks.ts';
import { lengthOf } from '../text/text-length.ts';
import type { TextRule } from '../text/text-rules.ts';
import { visibleText } from '../text/visible-text.ts';
import { invalidAddress, isWebAddress, tidyWebAddress } from '../text/web-address-rules.ts';
import {
  candidateTexts,
  experienceLevels,
  type ListName,
  limitMessage,
  listLimits,
  tidyList,
} from './candidate-lists.ts';
import {
  availabilityText,
  candidateSentences,
  companyText,
  entryTooLong,
  mostYears,
  noteText,
} from './candidate-rules.ts';

/* What the form of a candidate's profile accepts. SQL enforces the same table of rules. */

const webAddress = (rule: TextRule) =>
  z._default(
    z.string().check(
      z.trim(),
      z.overwrite(tidyWebAddress),
      isShortEnough(rule),
      z.refine((value) => value === '' || isWebAddress(value), invalidAddress),
    ),
    '',
  );

const textList = (list: ListName) => {
  const { most, longest } = listLimits[list];
  return z._default(
    z.pipe(
      z.pipe(z.array(z.string()), z.transform(tidyList)),
      z.array(z.string()).check(
        z.refine((entries) => entries.length <= most, limitMessage(list)),
        z.refine(
          (entries) => entries.every((entry) => lengthOf(entry) <= longest),
          entryTooLong(list),
        ),
      ),
    ),
    [],
  );
};

/** Years as typed, as a whole number: "7.5" is 7, an empty field is null. */
function parseYears(value: string | number | null): number | null {
  if (value === null || String(value).trim() === '') return null;
  return Math.trunc(Number(value));
}

const years = z._default(
  z.pipe(
    z.pipe(z.union([z.string(), z.number(), z.null()]), z.transform(parseYears)),
    z.nullable(
      z
        .number(candidateSentences.years)
        .check(
          z.gte(0, candidateSentences.fewestYears),
          z.lte(mostYears, candidateSentences.mostYears),
        ),
    ),
  ),
  null,
);

export const candidateSchema = z.object({
  public_profile: z._default(z.boolean(), false),
  headline: visibleText(candidateTexts.headline),
  summary: optionalText(candidateTexts.summary),
  years_experience: years,
  current_company: optionalText(candidateTexts.current_company),
  current_position: optionalText(candidateTexts.current_position),
  location: optionalText(candidateTexts.location),
  skills: textList('skills'),
  certifications: textList('certifications'),
  languages: textList('languages'),
  education: optionalText(candidateTexts.education),
  experience_level: z._default(
    z.enum(experienceLevels, candidateSentences.experience_level),
    'Mid',
  ),
  preferred_job_types: textList('preferred_job_types'),
  preferred_locations: textList('preferred_locations'),
  salary_expectations: optionalText(candidateTexts.salary_expectations),
  availability: z._default(visibleText(availabilityText), 'Within 3 months'),
  linkedin_url: webAddress(candidateTexts.linkedin_url),
  portfolio_url: webAddress(candidateTexts.portfolio_url),
  profile_picture_url: webAddress(candidateTexts.profile_picture_url),
});

export type Candidate = z.infer<typeof candidateSchema>;

/** A company name has letters or digits. */
const companyName = visibleText(companyText).check(
  z.refine((value) => /[\p{L}\p{N}]/u.test(value), companyText.tooShort),
);

/** A company whose people must never see the profile: its name, web address or email domain. */
export const hiddenCompanySchema = z.object({ company: companyName });

/** Which company a member recruits for; said once. */
export const employerSchema = z.object({ company: companyName });

/** A note on a saved candidate, which only its author sees. */
export const savedNoteSchema = z.object({ note: optionalText(noteText) });
