import * as z from 'zod/mini';
import { visibleText } from '../text/visible-text.ts';
import type { AwardRow } from './credentials.ts';
import type { MailRow } from './mails.ts';
import type { NotOn, StaffRole } from './staff.ts';

/** What a block does to a membership: no further charges, or nothing. */
export const membershipFates = ['end', 'keep'] as const;
export type MembershipFate = (typeof membershipFates)[number];

/** What is stored about an address without an account, each with its time. */
export const addressThings = {
  newsletter: 'The newsletter',
  alert: 'An alert for new jobs',
  application: 'An application',
  leaving: 'An application that was withdrawn; the company has it until',
  invitation: 'An invitation to the team of a company',
  role: 'An invitation to this team',
  credential: 'A credential',
  contact: 'The contact person of a job',
} as const;

/** These have their own acts: an erasure leaves them. */
export const thingsThatStay: readonly string[] = ['leaving', 'role', 'credential', 'contact'];

export type KnownOfAddress = {
  account: string | null;
  /** In the last thirty days. */
  mails: number;
  things: { kind: keyof typeof addressThings; words: string | null; at: string }[];
};

export type PersonRow = {
  id: string;
  email: string | null;
  name: string | null;
  company: string | null;
  state: 'blocked' | 'proved' | 'unproved';
  role: StaffRole | null;
  jobs: number;
  created_at: string;
  last_sign_in_at: string | null;
};

export const personStateWords = {
  blocked: 'Blocked',
  proved: 'Mailbox confirmed',
  unproved: 'Not confirmed',
} as const satisfies Record<PersonRow['state'], string>;

/** Of one person or address, the newest; SQL says it again, in `staff.read_person` and `staff.known_of`. */
export const mostListed = { sessions: 20, credentials: 100, notes: 50, contacts: 100 };

/** Everything that staff see about one person; of conversations, only how many. */
export type PersonPage = {
  not_on: NotOn;
  account: {
    id: string;
    email: string | null;
    phone: string | null;
    name: string | null;
    company: string | null;
    created_at: string;
    last_sign_in_at: string | null;
    proved_at: string | null;
    blocked_until: string | null;
    ways: string[];
    role: string | null;
    newsletter: boolean;
  };
  block: { at: string; membership: MembershipFate; by: string | null } | null;
  help: {
    asked_at: string;
    told_at: string | null;
    due_at: string | null;
    alone_due_at: string | null;
    is_mine: boolean;
    is_alone: boolean;
    by: string | null;
  } | null;
  factors: { kind: string; name: string | null; created_at: string }[];
  sessions: {
    created_at: string;
    last_seen_at: string;
    device: string;
    place: string;
    is_full: boolean;
  }[];
  jobs: Partial<Record<string, number>>;
  newest_jobs: {
    id: string;
    title: string;
    company: string;
    published_at: string;
    status: string;
  }[];
  profile: { headline: string | null; is_public: boolean; updated_at: string } | null;
  /** From the register: what they hold, and what awaits their address. */
  credentials: PersonCredential[];
  membership: {
    status: string;
    ends_at: string | null;
    is_ending: boolean;
    has_access: boolean;
  } | null;
  /** The companies they work for, with all postings of each. */
  companies: { name: string; role: string; is_closed: boolean; people: number; jobs: number }[];
  /** The membership in which they have a seat, while it gives access. */
  seat_of: string | null;
  conversations: { begun: number; received: number; written: number; blocked_by: number };
  mails: Pick<MailRow, 'kind' | 'at' | 'state'>[];
  notes: { id: number; words: string; written_at: string; author: string | null }[];
  history: { position: number; at: string; act: string; actor: string; reason: string | null }[];
};

export type PersonCredential = Pick<
  AwardRow,
  'number' | 'name' | 'type' | 'title' | 'state' | 'holding' | 'awarded_on' | 'expires_on'
>;

export const noteSchema = z.object({
  words: visibleText({
    ...{ name: 'The note', least: 1, most: 4_000 },
    tooShort: 'Please write something',
  }),
});
