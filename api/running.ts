import type { WordKind } from '#domain/site/word-kinds.ts';
import type { Mail, RenderedMail } from '#mail/mail.ts';

/** How the process was set up: what staff are told of it, and no secret. */
export type SetUp = {
  /** Strangers use the site. */
  isReached: boolean;
  siteUrl: string;
  /** The address was set, and is not only where the process listens. */
  hasAddress: boolean;
  isHttps: boolean;
  trustsProxy: boolean;
  hasMailServer: boolean;
  mailFrom: string;
  payments: 'live' | 'test' | 'sandbox' | 'off';
  /** How long links in letters work. */
  linkSeconds: number;
  /** Keys that are not set, so that each machine makes its own. */
  missingKeys: readonly string[];
  hasOwnDatabase: boolean;
  /** In bytes, where the data folder lies. */
  readDisk(): Promise<{ free: number; total: number }>;
  /** When the last backup ended; nothing where no setting says how to know. */
  readLastBackup(): Promise<Date | 'no such file' | undefined>;
  /** They lie on the disk of the data, as far as the site can see. */
  isBackupBesideData(): Promise<boolean>;
  /** Which one visitors are shown; nothing where the site cannot see itself. */
  readCertificate(): Promise<Certificate | undefined>;
  /** Demo people, jobs and profiles; nothing where they cannot be. */
  countDemoContent(): Promise<number | undefined>;
  /** What pages show that was written to be replaced. */
  findPlaceholders(): Promise<readonly Placeholder[]>;
};

/** From when until when it holds. */
export type Certificate = { from: Date; to: Date };

/** One thing that pages show; `isThere` while it is not replaced. */
export type Placeholder = { name: string; isThere: boolean; found: string };

/** The process around the API. */
export type Running = {
  setUp: SetUp;
  /** As it stands now. */
  readonly postalAddress: string | undefined;
  /** What staff change without a release. */
  wordKinds: readonly WordKind[];
  /** A mail as it would go out. */
  renderMail(mail: Mail): Promise<RenderedMail>;
  /** The site itself, asked as a visitor would. */
  ask(request: Request): Promise<Response>;
};
