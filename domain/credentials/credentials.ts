import { dayEnd } from '../jobs/day-ends.ts';

/** What the database stores: expired follows from the date, unknown from the number. */
export type CredentialState = 'active' | 'expired' | 'suspended' | 'revoked';

export const credentialStateWords = {
  active: 'Valid',
  expired: 'Expired',
  suspended: 'Suspended',
  revoked: 'Revoked',
} as const satisfies Record<CredentialState, string>;

/** The label of the last day: a credential that is not valid must not say that it is. */
export function lastDayWords(state: CredentialState, lastDay: string | null | undefined): string {
  if (state === 'suspended' && lastDay && dayEnd(lastDay) <= Date.now()) {
    return lastDays.revoked;
  }
  return lastDays[state];
}

const lastDays = {
  active: 'Valid through',
  expired: 'Was valid through',
  suspended: 'Would end after',
  revoked: 'Would have ended after',
} as const satisfies Record<CredentialState, string>;

export type CredentialKind = 'tier' | 'track' | 'course';

/** A type that can be awarded, in its newest version. */
export type CredentialType = {
  code: string;
  kind: CredentialKind;
  title: string;
  description: string;
  must_show: string[];
  hours_from: number;
  hours_to: number;
  version: number;
  valid_months: number | null;
  renews_by_education: boolean;
};

/** A credential, as its holder sees it. */
export type OwnCredential = {
  number: string;
  name: string;
  type: string;
  kind: CredentialKind;
  slug: string;
  title: string;
  description: string;
  must_show: string[];
  hours_from: number;
  hours_to: number;
  awarded_on: string;
  expires_on: string | null;
  state: CredentialState;
  state_reason: string;
  is_listed: boolean;
  on_profile: OnProfile;
  issue: number;
  is_sample: boolean;
  renews_by_education: boolean;
  replaced_by: string | null;
};

export type WaitingCredential = Pick<OwnCredential, 'name' | 'type' | 'title' | 'awarded_on'> & {
  number?: string;
};

/** How micro-certifications count towards a tier, if staff have decided that. */
export type TierCredits = {
  tier: string;
  slug: string;
  title: string;
  /** The number of hours needed. */
  of: number;
  hours: number;
  counts: { title: string; hours: number }[];
  missing: { title: string; hours: number }[];
};

export type OwnCredentials = {
  is_proved: boolean;
  held: OwnCredential[];
  waiting: WaitingCredential[];
  credits: TierCredits[];
};

export const onProfile = ['no', 'seal', 'number'] as const;
export type OnProfile = (typeof onProfile)[number];

/** What emails and pages say about a credential that changed. */
export type CredentialChange =
  | 'corrected'
  | 'renewed'
  | 'suspended'
  | 'lifted'
  | 'revoked'
  | 'replaced';

/** With its code if people know it by one: the five tiers. */
export function credentialTitle({
  type,
  kind,
  title,
}: {
  type: string;
  kind?: string;
  title: string;
}) {
  return (kind ? kind === 'tier' : type.startsWith('CIHIS-')) ? `${type} ${title}` : title;
}

/** How long it takes to earn: 1–3 hours. */
export function hoursWords(from: number, to: number): string {
  if (from !== to) return `${from}–${to} hours`;
  return to === 1 ? '1 hour' : `${to} hours`;
}
