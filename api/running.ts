import type { WordKind } from '#domain/site/word-kinds.ts';
import type { Mail, RenderedMail } from '#mail/mail.ts';

/** How the process is configured: what staff may see of it, without secrets. */
export type SetUp = {
  /** Whether strangers use the site. */
  isReached: boolean;
  siteUrl: string;
  /** Whether the address was configured, rather than derived from where the process listens. */
  hasAddress: boolean;
  isHttps: boolean;
  trustsProxy: boolean;
  hasMailServer: boolean;
  mailFrom: string;
  payments: 'live' | 'test' | 'sandbox' | 'off';
  /** How long links in letters are valid. */
  linkSeconds: number;
  /** Keys that are not configured, so that each machine generates its own. */
  missingKeys: readonly string[];
  hasOwnDatabase: boolean;
  /** In bytes, for the disk with the data folder. */
  readDisk(): Promise<{ free: number; total: number }>;
  /** When the last backup finished; undefined if no setting says how to find out. */
  readLastBackup(): Promise<Date | 'no such file' | undefined>;
  /** Whether backups are on the same disk as the data, as far as the site can tell. */
  isBackupBesideData(): Promise<boolean>;
  /** The certificate that visitors get; undefined if the site cannot reach itself. */
  readCertificate(): Promise<Certificate | undefined>;
  /** Demo people, jobs and profiles; undefined if there cannot be any. */
  countDemoContent(): Promise<number | undefined>;
  /** Placeholder content on pages that was meant to be replaced. */
  findPlaceholders(): Promise<readonly Placeholder[]>;
};

/** Its period of validity. */
export type Certificate = { from: Date; to: Date };

/** One placeholder on a page; `isThere` until it is replaced. */
export type Placeholder = { name: string; isThere: boolean; found: string };

/** The process around the API. */
export type Running = {
  setUp: SetUp;
  /** The current value. */
  readonly postalAddress: string | undefined;
  /** The kinds of words that staff change without a release. */
  wordKinds: readonly WordKind[];
  /** Renders an email exactly as it would be sent. */
  renderMail(mail: Mail): Promise<RenderedMail>;
  /** Sends a request to the site as a visitor would. */
  ask(request: Request): Promise<Response>;
};
