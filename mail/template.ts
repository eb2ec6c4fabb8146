import type { ReactElement } from 'react';
import type { CompanyCaseKind } from '#domain/companies/company.ts';
import type { CredentialChange } from '#domain/credentials/credentials.ts';
import type { ToldAlarm } from '#domain/staff/alarms.ts';

/** The part of `domain/site/brand.ts` that mails show, and the site's address. */
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

/** A mail that tells what happened in an account. */
export type NoticeProps = {
  to: string;
  subject: string;
  device: string;
  place: string;
  at: string;
};

/** A mail of the newsletter, which always tells how to end it. */
export type NewsletterProps = { to: string; link: string; unsubscribeLink: string };

type JobWords = { title: string; company: string; endsAt: string };

/** A mail about a job. */
export type JobMailProps = {
  to: string;
  job: JobWords;
  /** Where the job is. */
  page: string;
  /** What the button leads to. */
  action: string;
};
/** One mail about all jobs that end soon; each can be renewed by a link of its own. */
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
/** What came to the postings of a company, and what nobody has answered. `stopLink` ends these mails. */
export type NewApplicationsProps = {
  to: string;
  postings: readonly { title: string; company: string; arrived: number; silent: number }[];
  /** As many as one mail lists, those with the most first. */
  mayBeMore?: boolean;
  link: string;
  stopLink: string;
};
/** A posting that an alert found; `why` it fits, for one that follows a profile. */
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
  /** It found as many as a mail looks at: how many more there are, nobody has counted. */
  mayBeMore?: boolean;
  /** All of them, where they are listed on the site. */
  link: string;
  /** Where alerts are looked after. */
  manageLink: string;
  stopLink: string;
};
/** `search`: in words; empty for all jobs, missing for what fits a profile. */
export type JobAlertProps = AlertWords & { search?: string; jobs: readonly FoundJob[] };
export type PeopleAlertProps = AlertWords & {
  search: string;
  people: readonly { headline: string; facts: readonly string[]; link: string }[];
};
/** What somebody has applied for. */
type ApplicationWords = { to: string; title: string; company: string; action: string };
/** A guest's application waits for its link; `before`: how one of the same address stands already. */
export type ApplicationConfirmProps = ApplicationWords & {
  before?: 'sent' | 'withdrawn' | undefined;
};
/** What became of an application, told to the applicant. `stop`: where these mails end. */
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
/** A company has left, told to who applied to it. */
export type ApplicationEndedProps = { to: string; title: string; company: string; action: string };
/** An applicant has left, told to the company. */
export type ApplicationLeavingProps = {
  to: string;
  company: string;
  names: readonly string[];
  leavesAt: string;
  action: string;
};
/** Staff were asked to end second steps that somebody lost: nothing happens for so many hours. */
export type FactorHelpProps = { hours: number; link: string };
/** What the mail leads to, and nothing else that it says. */
export type LinkProps = { link: string };
/** Somebody is asked to take a role of staff. */
export type StaffInvitationProps = { to: string; role: string; link: string };
/** Somebody is asked to work for a company, by the name of who asks and what they would do. */
export type TeamInvitationProps = {
  to: string;
  company: string;
  inviter: string;
  role: string;
  link: string;
};
/** What became of a company's proof, or of what it claims, for its admins. `claim`: the domain or the name. */
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
/** What became of a team: who came, or that the receiver was removed. `person`: empty where a seat counts again. */
export type TeamNewsProps = { to: string; company: string; person: string; link: string };
/** `pays`: their own membership goes on being charged. */
export type TeamRemovedProps = TeamNewsProps & { pays: boolean };
/** `person`: empty where the account is gone. `postings`: how many jobs are the receiver's now. */
export type TeamLeftProps = TeamNewsProps & { postings: number; isNewAdmin: boolean };
/** `until`: when the access ends; null where it has. */
export type MembershipCancelledProps = { to: string; until: Date | null; link: string };
/** What became of a membership at the payment service. `until`: to when there is access, or when the next charge is; null where that is over. */
export type MembershipChangedProps = {
  to: string;
  what: 'ends' | 'ended' | 'renews';
  heardAt: Date;
  until: Date | null;
  isOwed: boolean;
  link: string;
};
/** What staff decided or ask about something of the receiver's. `action`: where to answer. */
export type ReviewProps = {
  to: string;
  about: 'job' | 'conversation' | 'profile' | 'company';
  title: string;
  /** In the words of staff; empty where they said none. */
  said: string;
  action?: string;
};
/** What became of a report. */
export type ReportAnsweredProps = {
  to: string;
  about: ReviewProps['about'];
  hasActed: boolean;
};
/** What people with an account are told before a legal text changes, or that it does not. */
export type LegalTextProps = {
  to: string;
  name: 'terms of use' | 'privacy policy';
  day: string | null;
  /** In the words of owners. */
  changes: string;
  isTakenBack: boolean;
  link: string;
};
/** What went wrong, or is over. */
export type StaffAlarmProps = { to: string; alarms: readonly ToldAlarm[]; note?: string };
/** What waits for staff, and what happened. */
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
  /** What the same person holds in its place. */
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
/** One mailing to all subscribers, in the words of its author: the small Markdown of `markdown.ts`. */
export type EditionProps = { to: string; subject: string; text: string; unsubscribeLink: string };

export type Template<Props> = {
  subject: (brand: Brand, props: Props) => string;
  write: (props: Props & { brand: Brand }) => ReactElement;
  /** Sent to many: what differs between them. All else is written once for all. */
  own?: readonly (keyof Props & string)[];
};
