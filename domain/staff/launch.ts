import * as links from '#domain/site/links.ts';

/** Red keeps search engines out if `doesHold` says so. Unknown: the site cannot tell, and says so. */
export type PointState = 'good' | 'red' | 'unknown';

export type LaunchPoint = {
  name: string;
  words: string;
  state: PointState;
  /** What was found. */
  found: string;
  /** What to do about it. */
  advice: string;
  /** Fixed by running commands or changing settings on the server. */
  isOnServer: boolean;
  /** The page that shows it. */
  page: string | null;
  /** The kind, under Words, that fixes it without a release. */
  kind: string | null;
  checked_at: string | null;
  /** An owner may confirm that it is right. */
  mayConfirm: boolean;
  confirmed_at: string | null;
};

export type Launch = {
  points: LaunchPoint[];
  /** The site can be reached by strangers: red points keep search engines out. */
  isPublic: boolean;
  isFound: boolean;
  anyway: { reason: string; decided_at: string } | null;
};

type Point = {
  words: string;
  advice: string;
  isOnServer?: true;
  page?: string;
  kind?: string;
  mayConfirm?: true;
};

/**
 * What time or an outage can turn red: it needs fixing, but does not take a site that is already found out of search
 * engines.
 */
const passing = ['backups', 'disk', 'mail-trial', 'price', 'proxy', 'webhook'];

/** Whether a red point keeps search engines out; SQL checks the same (private.may_be_found). */
export const doesHold = ({ name, state }: Pick<LaunchPoint, 'name' | 'state'>): boolean =>
  state === 'red' && !passing.includes(name);

/** What the site checks itself. `found` is filled in by the check. */
export const checkedPoints: Readonly<Record<string, Point>> = {
  address: {
    words: 'The public address is set, with https',
    isOnServer: true,
    advice: 'Set SITE_URL to the address that people type, beginning with https.',
  },
  proxy: {
    words: 'The proxy in front passes on what it should',
    isOnServer: true,
    advice: 'See deploy/Caddyfile or deploy/nginx.conf, set TRUST_PROXY=true, then check again.',
  },
  'mail-server': {
    words: 'A mail server is set',
    isOnServer: true,
    advice: 'Set SMTP_URL. Until then emails wait on this machine and reach nobody.',
  },
  'mail-sender': {
    words: 'Emails come from an address of yours',
    isOnServer: true,
    advice: 'Set MAIL_FROM to an address that your mail server may send for.',
  },
  'mail-trial': {
    words: 'An email really left',
    advice: 'Press the button: one email goes to your own address.',
  },
  'postal-address': {
    words: 'The postal address is set',
    advice:
      'It is in every email; no newsletter goes out without it. The server may set one, too: POSTAL_ADDRESS.',
    kind: 'brand',
  },
  payments: {
    words: 'Stripe is live',
    isOnServer: true,
    advice: 'Set the three Stripe settings with the keys of live mode (docs/billing.md).',
  },
  webhook: {
    words: 'Stripe tells the site what happens',
    advice:
      'In Stripe’s live mode, under Developers, Webhooks, there must be the address of this site with /functions/v1/stripe-webhook at its end, and the events that docs/billing.md lists.',
  },
  price: {
    words: 'The price that you state is the one that is charged',
    advice:
      'State the price that Stripe charges; or make another in Stripe and set STRIPE_PRICE_ID.',
    page: links.hireTalent,
    kind: 'plans',
  },
  backups: {
    words: 'There are backups',
    isOnServer: true,
    advice:
      'Run “npm run backup” every night (docs/backup.md). Where another program backs up, set BACKUP_STAMP_FILE to a file that it touches when it is done; where your database’s provider does it, restore one once, then confirm it here.',
    mayConfirm: true,
  },
  'demo-content': {
    words: 'The demo content is gone',
    isOnServer: true,
    advice: 'Run “npm run seed -- --remove-demo”.',
  },
  keys: {
    words: 'The keys are kept where your secrets live',
    isOnServer: true,
    advice:
      'Every backup that “npm run backup” makes has them. With one server, and backups kept elsewhere, that is enough: confirm it. For several servers set PUBLISHABLE_KEY, SECRET_KEY, JWT_KEYS and CREDENTIAL_KEYS; “npm run keys” shows those in use (docs/deploy.md).',
    mayConfirm: true,
  },
  disk: {
    words: 'There is room on the disk',
    isOnServer: true,
    advice: 'Make room, or move the data folder to a larger disk.',
  },
  'email-address': {
    words: 'The company’s email address is yours',
    advice: 'Give one whose mailbox somebody reads.',
    page: links.privacy,
    kind: 'brand',
  },
  'scheduling-link': {
    words: 'The scheduling link is yours',
    advice: 'Replace it, or confirm that it is yours.',
    page: links.home,
    kind: 'brand',
    mayConfirm: true,
  },
  'social-profiles': {
    words: 'The social profiles are yours',
    advice: 'Replace or remove them, or confirm that they are yours.',
    page: links.home,
    kind: 'brand',
    mayConfirm: true,
  },
  testimonials: {
    words: 'The testimonials are real',
    advice: 'Use statements that you have written permission for, and take the sample mark away.',
    page: links.home,
    kind: 'testimonials',
  },
  resources: {
    words: 'Podcasts and articles are published ones',
    advice: 'Replace titles, dates and links, and take the sample mark away.',
    page: links.resources,
    kind: 'resources',
  },
};

/** What only the owner knows: open until an owner confirms it. In the words of docs/owner-checklist.md. */
export const confirmedPoints: Readonly<Record<string, Point>> = {
  identity: {
    words: 'Company name, tagline, description and mark',
    advice: 'They were drawn and written for this site. The mark needs a developer.',
    page: links.home,
    kind: 'brand',
  },
  'company-figures': {
    words: 'Figures stated by the company',
    advice:
      '300+ professionals, 50+ organizations, salary and promotion figures, time saved: each with its source and date, or removed.',
    page: links.home,
    kind: 'statistics',
  },
  'salary-ranges': {
    words: 'Which roles each salary range compares',
    advice: 'Until then the chart calls them the first, second and third comparison.',
    page: links.professionals,
    kind: 'salaries',
  },
  'job-market': {
    words: 'The job market figures, above all the 73%',
    advice: 'The numbers came without definitions.',
    page: links.jobs,
    kind: 'job-market',
  },
  accreditation: {
    words: 'Accreditation number, accrediting body and its badge',
    advice:
      'The page says “to be confirmed” and the badge names nobody. A badge of the body’s own needs a developer.',
    page: links.about,
    kind: 'about',
  },
  programs: {
    words: 'What each certification teaches, and its dates',
    advice: 'Syllabus, audience and prerequisites were written for the site.',
    page: links.professionals,
  },
  'written-texts': {
    words: 'Texts that were written where nothing was supplied',
    advice:
      'Our story and mission; partnerships, assessment, Accelerator and quiz, which need a developer; FAQ.',
    page: links.about,
    kind: 'about',
  },
  guides: {
    words: 'The checklist and the guide, read by somebody who does the work',
    advice: 'AI Readiness Checklist and IGM Framework Guide.',
    page: links.resources,
  },
  call: {
    words: 'The length of the call, and that it is free',
    advice: 'It was given as 45 minutes in one place and as 30 in another.',
    page: links.home,
  },
  'legal-texts': {
    words: 'Terms, privacy, fulfillment and accessibility, read by counsel',
    advice:
      'They do not state the refund window of each program, nor how long everything is kept. Each of the four is edited under Words.',
    page: links.terms,
    kind: 'terms',
  },
  'newsletter-consent': {
    words: 'The words on which people agree to the newsletter',
    advice: 'They are kept with each subscriber.',
    page: links.resources,
  },
  plans: {
    words: 'Prices and plans as they are offered today',
    advice: 'What is charged is Stripe’s; what pages say are words of yours.',
    page: links.hireTalent,
    kind: 'plans',
  },
};

export const mayConfirm = (name: string): boolean =>
  name in confirmedPoints || Boolean(checkedPoints[name]?.mayConfirm);
