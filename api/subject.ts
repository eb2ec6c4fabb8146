import type { Database, Session } from '#database/database.ts';
import type { Mail, Sending } from '#mail/mail.ts';
import type { Billing } from './billing/context.ts';
import type { ReadTxt } from './companies/read-txt.ts';
import type { ServerFunction } from './functions/context.ts';
import type { IndexNow } from './jobs/index-now.ts';
import type { Project } from './project/project.ts';
import type { SetUp } from './running.ts';
import type { Files } from './storage/files.ts';

/**
 * What a subject contributes, in its `subject.ts`. The function dispatcher, the worker and the timetable
 * are built from these.
 */
export type Subject<Tasks = Record<never, never>> = {
  /** By their names under /functions/v1/. */
  functions: Record<string, ServerFunction>;
  /** Functions for staff: everybody else gets the same answer as for a function that does not exist. */
  hidden?: Record<string, ServerFunction>;
  /** What a function says, instead of the usual message, to somebody whose session has ended. */
  withoutSession?: Record<string, string>;
  tasks: { [Name in keyof Tasks]: Task<Tasks[Name]> };
  timetable: readonly TimetableLine<TimedTask<Tasks>>[];
};

/** A subject with any tasks, as the code that receives all subjects sees it. */
export type AnySubject = Omit<Subject, 'tasks' | 'timetable'> & {
  tasks: Record<string, Task<never>>;
  timetable: readonly string[];
};

/** What the queue runs under a name. If it throws, it is tried again after growing pauses. */
type Task<Payload> = {
  lane: Lane;
  run: (work: Work, payload: Payload) => Promise<unknown>;
};

/**
 * Tasks in different lanes never wait for each other. Urgent: somebody is waiting, for a code, a link, or
 * news about their account. Bulk: a newsletter, or a mail server that takes it slowly, fills this lane and no
 * other. Mail: every other mail. Background: everything that is not mail.
 */
export type Lane = 'urgent' | 'mail' | 'bulk' | 'background';

/** The payload of a task that only the timetable starts. */
export type Nothing = Record<string, never>;

type TimedTask<Tasks> = {
  [Name in keyof Tasks & string]: Nothing extends Tasks[Name] ? Name : never;
}[keyof Tasks & string];

/** As in a crontab: minute, hour, day, month, weekday, task; `?fill=1h` makes up for what was missed. */
type TimetableLine<Name extends string> =
  | `${string} ${string} ${string} ${string} ${string} ${Name}`
  | `${string} ${string} ${string} ${string} ${string} ${Name} ?fill=${string}`;

/** What tasks work with. */
export type Work = {
  database: Database;
  /** A secret that is not in the database. */
  pepper: string;
  /** Where links in mails lead. */
  siteUrl: string;
  /** The company's postal address. */
  postalAddress: string | undefined;
  /** Which settings this process has. */
  setUp: SetUp;
  files: Files;
  /** Missing if this process has the accounts and files itself. */
  project?: Project | undefined;
  /** Records what was erased, beside the backups; missing if no place for backups is set. */
  keepErasures?: ((subjects: readonly string[]) => Promise<void>) | undefined;
  /** Looks up DNS records; missing if there is no network. */
  readTxt?: ReadTxt | undefined;
  /** Missing if no key is set. */
  indexNow?: IndexNow | undefined;
  /** Missing if no payment service is set up. */
  billing: Billing | undefined;
  sendMail(mail: Mail, envelope?: Envelope): Promise<Sending>;
  sendSms(to: string, text: string): Promise<void>;
  /**
   * Completes this task in the transaction that queues others, so that a process that dies afterwards does not queue
   * them twice.
   */
  finish(session: Pick<Session, 'query'>): Promise<void>;
  /** Logs what a task found. */
  note(found: object): void;
};

export type Envelope = {
  headers?: Record<string, string>;
  /** The same for every attempt at one mail, so that a mailbox shows it once. */
  messageId?: string;
  /** The site address where the mail was requested, if it is not the configured one. */
  siteUrl?: string;
};
