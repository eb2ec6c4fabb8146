import * as z from 'zod/mini';
import type { TextRule } from '../text/text-rules.ts';
import { visibleText } from '../text/visible-text.ts';
import type { NotOn } from './staff.ts';

/** What staff review: something reported, or held back by a rule. */
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

/** The dot between a job and its company should stay at the end of a line, not start the next. */
export const showCaseTitle = (title: string) => title.replaceAll(' · ', '\u00a0· ');

/** The filters of the list: everything that waits for staff together, or one state. */
export const caseFilters = ['open', ...caseStates, 'all'] as const;

/** Why a rule held a job back. The poster is told that it waits, not which rule applied. */
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

/** The columns of a job or a profile, then or now. */
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

/** Words of staff that are emailed or shown: long enough to say something. */
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

/** A reply to staff by the link in an email. */
export const caseAnswerSchema = z.object({
  words: wordsOf('The answer', 'Say it in a sentence or two'),
});
