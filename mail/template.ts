import type { ReactElement } from 'react';

/** The part of `domain/brand.ts` that mails show, and the site's address. */
export type Brand = {
  name: string;
  email: string;
  region: string;
  /** In full, once the owner has set it. */
  postalAddress?: string;
  siteUrl: string;
};

/** A mail that carries a link and a code. */
export type LetterProps = { to: string; link: string; code: string };

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
};
/** One mailing to all subscribers, in the words of its author: the small Markdown of `markdown.ts`. */
export type EditionProps = { to: string; subject: string; text: string; unsubscribeLink: string };

export type Template<Props> = {
  subject: (brand: Brand, props: Props) => string;
  write: (props: Props & { brand: Brand }) => ReactElement;
  /** Sent to many: what differs between them. All else is written once for all. */
  own?: readonly (keyof Props & string)[];
};
