import * as z from 'zod/mini';
import { emailPattern } from '../account/email-address.ts';
import { visibleText } from '../text/visible-text.ts';

/** From highest to lowest: owners may do everything, staff look after people and content, viewers see figures. */
export const staffRoles = ['owner', 'staff', 'viewer'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const roleWords = {
  owner: 'Owner',
  staff: 'Staff',
  viewer: 'Viewer',
} as const satisfies Record<StaffRole, string>;

/** Why a staff member may not act on the person they see; null if they may. */
export type NotOn = 'self' | 'higher' | 'reported' | null;

/** What the account says of its own page to its holder. */
export type OwnPage = {
  script?: string;
  role?: StaffRole;
  /** What the role still waits for, if anything. */
  needs?: 'acceptance' | 'mailbox' | 'factor';
  hasFactor?: boolean;
};

/** For a page opened before an update, which does not say what it shows. */
export const pageIsOld = 'this page is older than the site. Load it again, then decide';

export const staffHome = '/staff';
export const staffAcceptance = '/staff/accept';

/** The answer of a list: one page, and where the next begins. */
export type ListPage<Row> = { rows: Row[]; next?: string };

export type TeamRow = {
  id: string;
  kind: 'person' | 'invitation';
  email: string;
  role: StaffRole;
  state: 'asked' | 'ended' | 'accepted' | 'asked again' | 'blocked';
  is_self: boolean;
  appointed_at: string;
};

export const memberStateWords = {
  asked: 'Invited, has not answered',
  ended: 'Invited, but the link has expired',
  accepted: 'Accepted',
  'asked again': 'Invited again after a lost second step',
  blocked: 'Blocked',
} as const satisfies Record<TeamRow['state'], string>;

export type LogRow = {
  position: number;
  at: string;
  actor_kind: 'person' | 'command' | 'site';
  actor: string | null;
  act: string;
  subject_kind: string;
  subject_id: string;
  reason: string | null;
  before: unknown;
  after: unknown;
  has_details: boolean;
};

/** The names to use when no person is known. */
export const actorWords = {
  person: 'Somebody who is gone',
  command: 'A command on the server',
  site: 'The site itself',
} as const satisfies Record<LogRow['actor_kind'], string>;

/** One stretch of the log that was verified; `next` is missing at its end. */
export type ChainStretch = {
  entries: number;
  total: number;
  head: string | null;
  next: number | null;
  broken_at: number | null;
};

const addressSchema = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(emailPattern, 'Please enter a valid email address'),
    z.maxLength(255),
  );
/** Whose details an owner wants: the address of an account, or its id, which is all that is left of a deleted one. */
export const personAskedSchema = z.object({
  person: z.union([z.uuid(), addressSchema], { error: 'Please enter an email address or an id' }),
});
export const addressAskedSchema = z.object({ address: addressSchema });
export const erasureSchema = z.object({
  id: z.uuid(),
  reason: visibleText({
    ...{ name: 'The reason', least: 3, most: 1_000 },
    tooShort: 'Say why, in a few words',
  }),
});
export const appointmentSchema = z.object({ email: addressSchema, role: z.enum(staffRoles) });
