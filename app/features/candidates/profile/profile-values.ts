import type { Candidate } from '#domain/candidates/candidate.ts';
import { candidateTexts, experienceLevels } from '#domain/candidates/candidate-lists.ts';
import type { CandidateRow } from '../candidate-row.ts';

/** The values of the form: texts as typed, lists, and the switch. */
export type ProfileValues = {
  [Field in keyof Candidate]: Candidate[Field] extends boolean
    ? boolean
    : Candidate[Field] extends string[]
      ? string[]
      : string;
};

export type ProfileField = keyof ProfileValues;

export type TextName = {
  [Field in ProfileField]: ProfileValues[Field] extends string ? Field : never;
}[ProfileField];

/** The label of each field, and the length limit of texts; the rules use the same names. */
export const fieldFacts: Record<ProfileField, { name: string; most?: number }> = {
  ...candidateTexts,
  public_profile: { name: 'Public profile' },
  years_experience: { name: 'Years of experience' },
  skills: { name: 'Skills' },
  certifications: { name: 'Certifications' },
  languages: { name: 'Languages' },
  experience_level: { name: 'Experience level' },
  preferred_job_types: { name: 'Preferred job types' },
  preferred_locations: { name: 'Preferred locations' },
};

/** An empty profile, in the order of the form, with the defaults of the rules. */
export const newProfile: ProfileValues = {
  public_profile: false,
  headline: '',
  summary: '',
  years_experience: '',
  current_company: '',
  current_position: '',
  location: '',
  skills: [],
  certifications: [],
  languages: [],
  education: '',
  experience_level: 'Mid',
  preferred_job_types: [],
  preferred_locations: [],
  salary_expectations: '',
  availability: 'Within 3 months',
  linkedin_url: '',
  portfolio_url: '',
  profile_picture_url: '',
};

export const profileFields = Object.keys(newProfile) as ProfileField[];

/** A stored profile as values of the form. */
export function valuesOf(row: CandidateRow): ProfileValues {
  const given = profileFields.map((field) => [field, row[field] ?? newProfile[field]]);
  return { ...Object.fromEntries(given), years_experience: String(row.years_experience ?? '') };
}

/** The profile as it would be saved now, even while a field is invalid: for the preview and the meter. */
export function candidateOf(values: ProfileValues): Candidate {
  const years = Number.parseInt(values.years_experience, 10);
  const trimmed = profileFields.map((field) => {
    const value = values[field];
    return [field, typeof value === 'string' ? value.trim() : value];
  });
  return {
    ...Object.fromEntries(trimmed),
    years_experience: years >= 0 ? years : null,
    experience_level: experienceLevels.find((level) => level === values.experience_level) ?? 'Mid',
  };
}

/** A draft from an earlier release may lack a field. */
export function isWhole(values: unknown): values is ProfileValues {
  if (!(values instanceof Object)) return false;
  const given: Partial<Record<string, unknown>> = { ...values };
  return profileFields.every((field) => {
    const value = given[field];
    if (!Array.isArray(newProfile[field])) return typeof value === typeof newProfile[field];
    return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  });
}

export function isSame(one: ProfileValues, other: ProfileValues, field: ProfileField): boolean {
  return textOf(one[field]) === textOf(other[field]);
}

export function areSame(one: ProfileValues, other: ProfileValues): boolean {
  return profileFields.every((field) => isSame(one, other, field));
}

/** A value as text, for comparing and showing it. */
export function textOf(value: ProfileValues[ProfileField]): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (Array.isArray(value)) return value.join('; ');
  return value.replace(/\r\n?/g, '\n').trim();
}

/** The given fields of these values. */
export function pick(values: ProfileValues, fields: ProfileField[]): Partial<ProfileValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}
