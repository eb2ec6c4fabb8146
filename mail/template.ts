import type { ReactElement } from 'react';
import type { CompanyCaseKind } from '#domain/companies/company.ts';
import type { CredentialChange } from '#domain/credentials/credentials.ts';
import type { ToldAlarm } from '#domain/staff/alarms.ts';

/** The part of `domain/site/brand.ts` that emails show, and the site's address. */
export type Brand = {
  name: string;
  email: string;
  region: string;
  /** In full, once the owner has set it. */
  postalAddress?: string;
  siteUrl: string;
};

/** A mail that carries a link and a code. */
export type LetterProps = { to: string; link: string; code: string; linkSeconds: number };

/** A mail that says what happened in an account. */
export type NoticeProps = {
  to: string;
  subject: string;
  device: string;
  place: string;
  at: string;
};

/** A mail of the newsletter, which always says how to unsubscribe. */
export type NewsletterProps = { to: string; link: string; unsubscribeLink: string };

type JobWords = { title: string; company: string; endsAt: string };

/** A mail about a job. */
export type JobMailProps = {
  to: string;
  job: JobWords;
  /** Where the job is. */
  page: string;
  /** Where the button leads. */
  action: string;
};
/** One mail about all jobs that end soon; each has its own link to renew it. */
export type JobsEndingProps = {
  to: string;
  jobs: (JobWords & { action: string })[];
  action: string;
};
/** Staff hid a job, and say why. */
export type JobHiddenProps = { to: string; job: JobWords; reason: string; action: string };
/** What one person wrote to another. Neither address is in it. */
export type NewMessageProps = {
  sender: string;
  company: string | null;
  text: string;
  link: string;
  /** Ends mails about messages. */
  stopLink: string;
};
/** Somebody wrote to an account whose mailbox is not confirmed. */
export type MessageWaitingProps = Pick<NewMessageProps, 'link' | 'stopLink'>;
/** What came to the postings of a company, and what nobody has answered. `stopLink` ends these mails. */
export type NewApplicationsProps = {
  to: string;
  postings: readonly { title: string; company: string; arrived: number; silent: number }[];
  /** The list is full, with the busiest postings first, so there may be more. */
  mayBeMore?: boolean;
  link: string;
  stopLink: string;
};
/** A posting that an alert found; `why`, for an alert that follows a profile, says why it fits. */
type FoundJob = {
  title: string;
  company: string;
  place: string;
  facts: readonly string[];
  why?: string;
  link: string;
};
/** What an alert found since the last mail: the newest are listed, `total` says how many there are. */
type AlertWords = {
  to: string;
  rhythm: 'daily' | 'weekly';
  total: number;
  /** The count stopped at its limit, so there may be more. */
  mayBeMore?: boolean;
  /** Where the site lists all of them. */
  link: string;
  /** Where alerts are managed. */
  manageLink: string;
  stopLink: string;
};
/** `search`: in words; empty for all jobs, missing for jobs that fit a profile. */
export type JobAlertProps = AlertWords & { search?: string; jobs: readonly FoundJob[] };
export type PeopleAlertProps = AlertWords & {
  search: string;
  people: readonly { headline: string; facts: readonly string[]; link: string }[];
};
/** What somebody applied for. */
type ApplicationWords = { to: string; title: string; company: string; action: string };
/** A guest must confirm an application by its link; `before`: the state of an earlier one from the same address. */
export type ApplicationConfirmProps = ApplicationWords & {
  before?: 'sent' | 'withdrawn' | undefined;
};
/** News about an application, for the applicant. `stop`: where to turn these mails off. */
export type ApplicationNewsProps = ApplicationWords & {
  what:
    | 'applied'
    | 'withdrawn'
    | 'message'
    | 'closed'
    | 'silent'
    | 'review'
    | 'interview'
    | 'offer'
    | 'hired'
    | 'declined';
  usualDays: number | null;
  /** What the company said with it, in its own words. */
  said: string | null;
  stop: string;
};
/** A company has left; for people who applied to it. */
export type ApplicationEndedProps = { to: string; title: string; company: string; action: string };
/** An applicant has left; for the company. */
export type ApplicationLeavingProps = {
  to: string;
  company: string;
  names: readonly string[];
  leavesAt: string;
  action: string;
};
/** Staff were asked to end second steps that somebody lost; nothing happens before `hours` have passed. */
export type FactorHelpProps = { hours: number; link: string };
/** For a mail that says nothing but its link. */
export type LinkProps = { link: string };
/** An invitation to a staff role. */
export type StaffInvitationProps = { to: string; role: string; link: string };
/** Somebody's staff role is over, or is another with fewer rights: `role`. */
export type StaffRoleLostProps = { role?: string | undefined; link: string };
/** An invitation to the team of a company. */
export type TeamInvitationProps = {
  to: string;
  company: string;
  inviter: string;
  role: string;
  link: string;
};
/** News about a company's proof or claim, for its admins. `claim`: the domain or the name. */
export type CompanyNewsProps = {
  to: string;
  company: string;
  what:
    | 'address-gone'
    | 'record-gone'
    | 'check-gone'
    | 'domain-given'
    | 'address-changed'
    | 'record-missing'
    | `${CompanyCaseKind}-${'approved' | 'refused'}`;
  claim: string;
  /** In the words of staff. */
  said: string | null;
  link: string;
};
/** News about a team: who joined, or that the recipient was removed. `person`: empty when a seat is valid again. */
export type TeamNewsProps = { to: string; company: string; person: string; link: string };
/** `pays`: their own membership continues to be charged. */
export type TeamRemovedProps = TeamNewsProps & { pays: boolean };
/** `person`: empty if the account is gone. `postings`: how many jobs now belong to the recipient. */
export type TeamLeftProps = TeamNewsProps & { postings: number; isNewAdmin: boolean };
/** `isAtEnd`: not at once, but with the period. `until`: when the access ends; null if there is none. */
export type MembershipCancelledProps = {
  to: string;
  isAtEnd: boolean;
  until: Date | null;
  isOwed: boolean;
  link: string;
};
/** News of a membership from the payment service. `until`: the end of access, or the next charge; null if access is over. */
export type MembershipChangedProps = {
  to: string;
  what: 'ends' | 'ended' | 'renews';
  heardAt: Date;
  until: Date | null;
  isOwed: boolean;
  link: string;
};
/** What staff decided or ask about something of the recipient's. `action`: where to answer. */
export type ReviewProps = {
  to: string;
  about: 'job' | 'conversation' | 'profile' | 'company';
  title: string;
  /** In the words of staff; empty if they gave none. */
  said: string;
  action?: string;
};
/** The outcome of a report. */
export type ReportAnsweredProps = {
  to: string;
  about: ReviewProps['about'];
  hasActed: boolean;
};
/** Told to people with an account before a legal text changes, or when the change is cancelled. */
export type LegalTextProps = {
  to: string;
  name: 'terms of use' | 'privacy policy';
  day: string | null;
  /** In the words of owners. */
  changes: string;
  isTakenBack: boolean;
  link: string;
};
/** What went wrong, or has ended. */
export type StaffAlarmProps = { to: string; alarms: readonly ToldAlarm[]; note?: string };
/** What is waiting for staff, and what happened. */
export type StaffDigestProps = {
  to: string;
  waits: readonly string[];
  figures: readonly string[];
};
/** A credential, as mails name it. */
export type AwardWords = { name: string; type: string; title: string };
/** What was awarded; `action`: where to claim or see it. */
export type CredentialsProps = { to: string; awards: readonly AwardWords[]; action: string };
/** `reason`: in the words of staff. */
export type CredentialChangedProps = {
  to: string;
  what: CredentialChange;
  award: AwardWords;
  reason: string;
  expiresOn?: string;
  /** What the same person holds instead. */
  successor?: AwardWords;
  action?: string;
};
export type CredentialEndingProps = {
  to: string;
  award: AwardWords;
  expiresOn: string;
  isByEducation: boolean;
  action: string;
};
/** One issue of the newsletter, in its author’s words: the subset of Markdown in `markdown.ts`. */
export type EditionProps = { to: string; subject: string; text: string; unsubscribeLink: string };

export type Template<Props> = {
  subject: (brand: Brand, props: Props) => string;
  write: (props: Props & { brand: Brand }) => ReactElement;
  /** For a mail to many: the props that differ per recipient. The rest is rendered once for all. */
  own?: readonly (keyof Props & string)[];
};
