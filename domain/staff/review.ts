import * as z from 'zod/mini';
import type { TextRule } from '../text/text-rules.ts';
import { visibleText } from '../text/visible-text.ts';
import type { NotOn } from './staff.ts';

/** What staff look at: something that was reported, or that a rule held back. */
export const caseKinds = ['job', 'conversation', 'profile', 'company'] as const;
export type CaseKind = (typeof caseKinds)[number];

export const caseKindWords = {
  job: 'Job',
  conversation: 'Conversation',
  profile: 'Profile',
  company: 'Company',
} as const satisfies Record<CaseKind, string>;

/** `waiting`, `answered` and `appealed` wait for staff, `asked` for the person; the others are decided. */
const caseStates = [
  'waiting',
  'asked',
  'answered',
  'appealed',
  'released',
  'hidden',
  'blocked',
] as const;
export type CaseState = (typeof caseStates)[number];

export const caseStateWords = {
  waiting: 'Waits for us',
  asked: 'Asked, has not answered',
  answered: 'Answered, waits for us',
  appealed: 'Appealed, waits for us',
  released: 'Released',
  hidden: 'Hidden',
  blocked: 'Person blocked',
} as const satisfies Record<CaseState, string>;

/** Between a job and its company stands a dot, which belongs to the end of the line before. */
export const showCaseTitle = (title: string) => title.replaceAll(' · ', '\u00a0· ');

/** What the list is filtered by: everything that waits for staff together, or one state. */
export const caseFilters = ['open', ...caseStates, 'all'] as const;

/** Why a rule held a job back. The poster is told that it waits, not for which rule. */
export const holdRuleWords: Readonly<Record<string, string>> = {
  'short-link': 'New poster, with a link that hides where it leads or goes to a chat',
  payment: 'New poster, with words that ask applicants for money',
  repeated: 'The same text came from two other accounts within two weeks',
  'hidden-company': 'Under a company name of this poster that staff hid',
  'first-job': 'First job of this poster, and first jobs are looked at',
};

export type CaseRow = {
  id: string;
  kind: CaseKind;
  title: string;
  state: CaseState;
  reports: number;
  held_for: string[];
  opened_at: string;
  changed_at: string;
  claimed_as: string | null;
  acted_as: string | null;
  appealed_at: string | null;
  gone_at: string | null;
};

/** A job or a profile as it was or is: its columns. */
export type CaseContent = Record<string, unknown>;

export type CaseDetail = CaseRow & {
  subject_id: string;
  person_id: string | null;
  person_then: { email?: string | null; name?: string | null; created_at?: string };
  content_then: CaseContent | null;
  content_now: CaseContent | null;
  messages: { is_theirs: boolean; at: string; body: string }[] | null;
  reported: { reason: string; note: string | null; at: string; reporter: string | null }[];
  version: number;
  not_on: NotOn;
  is_claimed: boolean;
  is_own_claim: boolean;
  others_decide: boolean;
  acted_at: string | null;
  reason: string | null;
  question: string | null;
  answer: string | null;
  appeal: string | null;
  evidence_ends_at: string | null;
  history: {
    account: {
      email: string | null;
      name: string | null;
      created_at: string;
      is_proved: boolean;
      blocked_until: string | null;
      is_member: boolean;
      role: string | null;
    } | null;
    jobs: number;
    hidden_jobs: number;
    conversations: number;
    messages: number;
    blocked_by: number;
    reports_made: number;
    cases: Pick<CaseRow, 'id' | 'kind' | 'title' | 'state' | 'reports' | 'opened_at'>[];
  };
  acts: { act: string; at: string; actor: string | null; reason: string | null }[];
};

/** What is mailed in the words of staff, or told to them: long enough to say something. */
const wordsOf = (name: string, tooShort: string) =>
  visibleText({ name, least: 10, most: 1000, tooShort } as const satisfies TextRule);

const one = { id: z.uuid(), version: z.int32() };
export const caseSchema = z.object(one);
export const hidingReason = wordsOf('The reason', 'Say why, so that the person understands it');
export const hideCaseSchema = z.object({ ...one, reason: hidingReason });
export const askCaseSchema = z.object({
  ...one,
  question: wordsOf('The question', 'Say what you would like to know'),
});

/** What somebody answers staff by the link of a mail. */
export const caseAnswerSchema = z.object({
  words: wordsOf('The answer', 'Say it in a sentence or two'),
});
