import * as z from 'zod/mini';
import { emailPattern } from '../account/email-address.ts';
import { numberSchema } from '../credentials/credential-schemas.ts';
import type { CredentialState } from '../credentials/credentials.ts';
import { visibleText } from '../text/visible-text.ts';
import { type NotOn, pageIsOld } from './staff.ts';

/** A line of a list of awards, as it was typed. */
export type AwardLine = {
  type: string;
  name: string;
  email: string;
  awarded_on: string;
  expires_on: string;
  evidence: string;
};
export const awardColumns = [
  'type',
  'name',
  'email',
  'awarded_on',
  'expires_on',
  'evidence',
] as const satisfies readonly (keyof AwardLine)[];

export const awardColumnWords = {
  type: 'credential',
  name: 'name',
  email: 'email',
  awarded_on: 'awarded on',
  expires_on: 'expires on',
  evidence: 'evidence',
} as const satisfies Record<keyof AwardLine, string>;

export const mostAwardLines = 1_000;

const cell = z._default(z.string().check(z.maxLength(2_000)), '');
const awardLineSchema = z.object({
  type: cell,
  name: cell,
  email: cell,
  awarded_on: cell,
  expires_on: cell,
  evidence: cell,
});
export const awardSchema = z.object({
  lines: z.array(awardLineSchema).check(z.minLength(1), z.maxLength(mostAwardLines)),
});
export const previewSchema = z.object({
  csv: z.string().check(z.maxLength(900_000)),
});

/** The outcome for a line. `line` is its number in the file. */
export type JudgedLine = {
  line: number;
  given: AwardLine;
  title: string;
  problems: string[];
  /** The number under which it was awarded before. */
  known?: string;
};
export type AwardPreview = {
  lines: JudgedLine[];
  /** Columns of the file that were ignored: one may be a misspelt name. */
  unread: string[];
};
export type AwardAnswer = { awarded: number; known: number; numbers: string[] };

export const renameSchema = z.extend(numberSchema, {
  name: z.string(),
  /** The name as the page showed it. */
  seen: z.optional(z.string()),
});
export const renewSchema = z.extend(numberSchema, {
  // SQL has no year 0.
  expiresOn: z.iso.date().check(z.refine((day) => day >= '0001')),
  /** The last day as the page showed it. */
  seen: z.optional(z.string()),
});
export const readdressSchema = z.extend(numberSchema, {
  email: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.regex(emailPattern, 'Please enter a valid email address'),
      z.maxLength(255),
    ),
});

/** An award that replaces another. */
export const replaceSchema = z.extend(numberSchema, { line: awardLineSchema });

export type Holding = 'claimed' | 'asked' | 'no address' | 'account gone' | 'not me';

export const holdingWords = {
  claimed: 'Held in an account',
  asked: 'Waits to be claimed',
  'no address': 'No address given',
  'account gone': 'The account is gone',
  'not me': 'The receiver said “not me”',
} as const satisfies Record<Holding, string>;

export type AwardRow = {
  id: string;
  number: string;
  name: string;
  type: string;
  title: string;
  email: string | null;
  holder_email: string | null;
  holding: Holding;
  state: CredentialState;
  awarded_on: string;
  expires_on: string | null;
  awarded_at: string;
  is_sample: boolean;
};

export type AwardPage = AwardRow & {
  not_on: NotOn;
  kind: string;
  user_id: string | null;
  version: number;
  issue: number;
  state_reason: string;
  evidence: string;
  awarded_by: string | null;
  disowned_at: string | null;
  is_listed: boolean;
  renews_by_education: boolean;
  replaced_by: string | null;
  /** Whether a check of it points to the new one. */
  leads_on: boolean;
  /** The credential that it replaces. */
  replaces: string | null;
  history: {
    id: number;
    at: string;
    act: string;
    actor: string | null;
    state: string;
    expires_on: string | null;
  }[];
};

const rule = z.object({
  counts: z.string().check(z.maxLength(20)),
  hours: z.int().check(z.minimum(1), z.maximum(500)),
});
export const creditRulesSchema = z.object({
  tier: z.string().check(z.maxLength(20)),
  rules: z.array(rule).check(z.maxLength(50)),
  /** The tier's rules as the page showed them. */
  seen: z.array(rule, pageIsOld).check(z.maxLength(50)),
});

const words = (name: string, most: number) =>
  visibleText({ ...{ name, least: 2, most }, tooShort: 'say it in a few words' });
export const versionSchema = z.object({
  type: z.string().check(z.maxLength(20)),
  /** The version that was on the page. */
  version: z.int32(pageIsOld),
  name: words('The name', 120),
  description: words('The description', 1_000),
  must_show: z
    .array(words('Each line', 500))
    .check(z.minLength(1, 'say at least one thing'), z.maxLength(20, 'say 20 things at most')),
  hours_from: z.int().check(z.minimum(1), z.maximum(2_000)),
  hours_to: z.int().check(z.minimum(1), z.maximum(2_000)),
  valid_months: z.nullable(z.int().check(z.minimum(1), z.maximum(1_200))),
  renews_by_education: z.boolean(),
});
