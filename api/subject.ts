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
 * What a subject hands over, in its `subject.ts`: the dispatcher of functions, the worker and the clock
 * are made of these.
 */
export type Subject<Tasks = Record<never, never>> = {
  /** By their names under /functions/v1/. */
  functions: Record<string, ServerFunction>;
  /** Functions of staff's: everybody else gets the answer of a function that is not there. */
  hidden?: Record<string, ServerFunction>;
  /** What a function says, in place of the usual words, to somebody whose session has ended. */
  withoutSession?: Record<string, string>;
  tasks: { [Name in keyof Tasks]: Task<Tasks[Name]> };
  timetable: readonly TimetableLine<TimedTask<Tasks>>[];
};

/** Of whatever tasks: as those read it to whom it is handed over. */
export type AnySubject = Omit<Subject, 'tasks' | 'timetable'> & {
  tasks: Record<string, Task<never>>;
  timetable: readonly string[];
};

/** What the queue does under a name. It is tried again, later and later, when it throws. */
type Task<Payload> = {
  lane: Lane;
  run: (work: Work, payload: Payload) => Promise<unknown>;
};

/**
 * Tasks of different lanes never wait for each other. Urgent: somebody waits for these, codes, links, and
 * what people must hear of their account at once. Bulk: a newsletter, or a mail server that is slow with it,
 * fills this lane and no other. Mail: every other one. Background: what is no mail.
 */
export type Lane = 'urgent' | 'mail' | 'bulk' | 'background';

/** Told to a task that only the clock starts. */
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
  /** A key that is not in the database. */
  pepper: string;
  /** Links in mails lead here. */
  siteUrl: string;
  /** Where post reaches the company. */
  postalAddress: string | undefined;
  /** How the process was set up. */
  setUp: SetUp;
  files: Files;
  /** Missing where this process keeps accounts and files itself. */
  project?: Project | undefined;
  /** Notes beside the backups what was erased; missing where no place for backups is set. */
  keepErasures?: ((subjects: readonly string[]) => Promise<void>) | undefined;
  /** Asks the DNS; missing where there is no network. */
  readTxt?: ReadTxt | undefined;
  /** Missing where no key is set up. */
  indexNow?: IndexNow | undefined;
  /** Missing where no payment service is set up. */
  billing: Billing | undefined;
  sendMail(mail: Mail, envelope?: Envelope): Promise<Sending>;
  sendSms(to: string, text: string): Promise<void>;
  /**
   * Writes this task off in a transaction of its own, which orders others: after it they are not ordered again, even if
   * the process dies.
   */
  finish(session: Pick<Session, 'query'>): Promise<void>;
  /** Hears what a task found. */
  note(found: object): void;
};

export type Envelope = {
  headers?: Record<string, string>;
  /** The same for each try of one mail, which a mailbox then shows once. */
  messageId?: string;
  /** The address at which somebody asked for the mail, where it is another than the set one. */
  siteUrl?: string;
};
