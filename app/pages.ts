import { tiers } from '#domain/credentials/tiers.ts';
import { readFeedSearch } from '#domain/finding/feed-search.ts';
import { jobSearchAddress, readJobSearch } from '#domain/finding/job-search.ts';
import * as links from '#domain/site/links.ts';

/**
 * How a page is made. Content works without script and ships no React; the board is content with a
 * larger script; a screen is hydrated by React. Each kind has its own budget.
 */
export type PageKind = 'content' | 'board' | 'screen';

/**
 * The part of the query that the page understands, in canonical form: `?q=coder`, or nothing. Whatever else was asked
 * changes nothing on the page, so everybody who means the same gets the same cached page.
 */
type KnownQuery = (query: URLSearchParams) => string;

type Page = {
  path: string;
  /** In app/routes. */
  file: string;
  kind: PageKind;
  /** Contains nothing of the request: rendered once, at the start, and kept in memory. */
  isKept?: boolean;
  /** A kept page with figures in it: rendered again in the background, once a minute while it is being read. */
  isAging?: boolean;
  /** The same for all visitors until a job changes: rendered when first requested, then cached in memory. */
  isCached?: KnownQuery;
  isCounted?: boolean;
  /** Listed in the sitemap, with a picture for sites that link to it; other pages say noindex. */
  isFound?: boolean;
  /** Visitors are sent to sign in first. */
  needsPerson?: boolean;
  /** For a path with a parameter: the addresses that are known in advance. */
  addresses?: readonly string[];
};

/** Changes only with a release. */
const lasting = { kind: 'content', isCounted: true, isFound: true } as const;
const article = { ...lasting, isKept: true } as const;
/** The same shell for everybody, filled by the browser. */
const screen = { kind: 'screen', isKept: true } as const;
const ownScreen = { ...screen, needsPerson: true } as const;

const noQuery: KnownQuery = () => '';
const jobSearch: KnownQuery = (query) => jobSearchAddress(readJobSearch(query), '');
/** Always the newest jobs; feeds with full texts also have further pages. */
const feedSearch: KnownQuery = (query) =>
  jobSearchAddress({ ...readFeedSearch(query), after: undefined }, '');
const wholeFeedSearch: KnownQuery = (query) => jobSearchAddress(readFeedSearch(query), '');
const reported: KnownQuery = (query) => (query.get('report') === 'sent' ? '?report=sent' : '');
const board = { kind: 'board', isCounted: true, isFound: true } as const;
/** What it lists, which only the database knows, decides whether it is in the sitemap or says noindex. */
const listed = { kind: 'content', isCached: noQuery, isCounted: true } as const;

const table = [
  { path: links.home, file: 'home.tsx', ...article },
  { path: '/organizations', file: 'organizations.tsx', ...article },
  // How many hold a credential changes with each that is awarded.
  { path: links.professionals, file: 'professionals.tsx', ...lasting, isCached: noQuery },
  { path: '/educators', file: 'educators.tsx', ...article },
  { path: '/hire-talent', file: 'hire-talent.tsx', ...article },
  { path: '/about', file: 'about.tsx', ...article },
  { path: links.resources, file: 'resources.tsx', ...article },
  {
    path: links.certification(':tier'),
    file: 'certification.tsx',
    ...article,
    // How many hold its credential.
    isAging: true,
    addresses: tiers.map((tier) => links.certification(tier)),
  },
  { path: '/resources/ai-readiness-checklist', file: 'ai-readiness-checklist.tsx', ...article },
  { path: '/resources/igm-framework-guide', file: 'igm-framework-guide.tsx', ...article },
  { path: links.quiz, file: 'certification-quiz.tsx', ...article },
  { path: links.terms, file: 'terms.tsx', ...article },
  { path: links.privacy, file: 'privacy.tsx', ...article },
  { path: '/fulfillment', file: 'fulfillment.tsx', ...article },
  { path: '/faq', file: 'faq.tsx', ...article },
  { path: links.credentials, file: 'credentials.tsx', ...ownScreen },
  { path: links.claimCredentials, file: 'claim-credentials.tsx', kind: 'content' },
  { path: links.verify, file: 'verify.tsx', ...article },
  { path: links.verifyNumber(':number'), file: 'verify-number.tsx', kind: 'content' },
  {
    path: links.credentialType(':type', ':version'),
    file: 'credential-type.tsx',
    kind: 'content',
  },
  { path: '/accessibility', file: 'accessibility.tsx', ...article },
  { path: links.legalText(':name', ':day'), file: 'legal-text.tsx', kind: 'content' },
  { path: links.newsletter('confirm'), file: 'newsletter-confirm.tsx', kind: 'content' },
  { path: links.newsletter('unsubscribe'), file: 'newsletter-unsubscribe.tsx', kind: 'content' },

  { path: links.signIn, file: 'auth.tsx', ...screen, isCounted: true },
  { path: links.recoverPassword, file: 'auth-recover.tsx', ...screen },
  { path: links.newPassword, file: 'auth-new-password.tsx', ...screen },
  { path: links.confirmEmail, file: 'auth-confirm.tsx', ...screen },
  { path: links.account, file: 'account.tsx', ...ownScreen },
  { path: links.keepSecondStep, file: 'keep-second-step.tsx', kind: 'content' },
  { path: links.takeExport, file: 'take-export.tsx', ...screen },

  { path: links.jobs, file: 'jobs.tsx', ...board, isCached: jobSearch },
  { path: links.jobsIn(':state'), file: 'jobs-in-state.tsx', ...listed },
  { path: links.jobsIn(':state/:city'), file: 'jobs-in-city.tsx', ...listed },
  { path: links.jobsIn(':state/:city/:role'), file: 'jobs-in-role.tsx', ...listed },
  { path: links.jobsOfType(':type'), file: 'jobs-of-type.tsx', ...listed },
  { path: links.remoteJobs, file: 'remote-jobs.tsx', ...listed },
  { path: links.job(':id'), file: 'job-detail.tsx', ...board, isCached: reported },
  { path: links.applyForJob(':id'), file: 'apply.tsx', kind: 'screen' },
  { path: links.applications, file: 'own-applications.tsx', ...ownScreen },
  // The larger script says its days by the reader's own calendar.
  { path: links.application, file: 'application.tsx', kind: 'board' },
  { path: links.alerts, file: 'alerts.tsx', ...ownScreen },
  { path: links.newAlert, file: 'new-alert.tsx', kind: 'screen' },
  { path: links.confirmAlerts, file: 'confirm-alerts.tsx', kind: 'content' },
  { path: links.stopAlerts, file: 'stop-alerts.tsx', kind: 'content' },
  { path: links.savedJobs, file: 'saved-jobs.tsx', ...screen, isCounted: true },
  { path: links.postJob, file: 'post-job.tsx', ...ownScreen, isCounted: true },
  { path: links.myJobs, file: 'my-jobs.tsx', ...ownScreen },
  { path: links.editJob(':id'), file: 'edit-job.tsx', kind: 'screen', needsPerson: true },
  { path: links.company(':slug'), file: 'company.tsx', ...lasting, isCached: noQuery },
  { path: links.myCompany, file: 'my-company.tsx', ...ownScreen },
  { path: links.joinTeam, file: 'join-team.tsx', ...ownScreen },
  { path: links.allApplications, file: 'all-applications.tsx', ...ownScreen },
  {
    path: links.applicationsOf(':id'),
    file: 'applications-of-job.tsx',
    kind: 'screen',
    needsPerson: true,
  },
  { path: links.stopApplicationMails, file: 'stop-application-mails.tsx', kind: 'content' },
  { path: links.renewJob, file: 'renew-job.tsx', kind: 'content' },
  { path: links.answerStaff, file: 'our-decision.tsx', kind: 'content' },

  { path: links.candidateProfile, file: 'candidate-profile.tsx', ...ownScreen, isCounted: true },
  { path: links.browseCandidates, file: 'browse-candidates.tsx', ...ownScreen, isCounted: true },
  { path: links.savedCandidates, file: 'saved-candidates.tsx', kind: 'screen', needsPerson: true },
  { path: links.candidate(':id'), file: 'candidate.tsx', kind: 'screen', needsPerson: true },
  { path: links.membership, file: 'membership.tsx', ...ownScreen, isCounted: true },
  {
    // One route for the list and the open conversation: beside it, the list stays as it is.
    path: links.conversation(':conversationId?'),
    file: 'messages.tsx',
    ...ownScreen,
    addresses: [links.messages],
  },
  { path: links.stopMessageMails, file: 'stop-message-mails.tsx', kind: 'content' },

  // For developers, and for addresses that nothing else answers.
  { path: '/dev/ui', file: 'dev-ui.tsx', kind: 'screen' },
  { path: '/*', file: 'not-found.tsx', kind: 'content' },
] as const satisfies readonly Page[];

/** Every page that people see. A new page is a row here, its file in app/routes, and its texts. */
export const pages: readonly Page[] = table;

type Document = {
  path: string;
  file: string;
  isKept?: boolean;
  isCached?: KnownQuery;
  /** Set if one file answers several addresses. */
  id?: string;
};

/** Documents for machines, and pictures. */
export const documents: readonly Document[] = [
  { path: '/robots.txt', file: 'robots.ts', isKept: true },
  { path: '/sitemap.xml', file: 'sitemap.ts', isCached: noQuery },
  { path: '/sitemap/:part', file: 'sitemap-part.ts', isCached: noQuery },
  { path: links.resourcesFeed, file: 'resources-feed.ts', isKept: true },
  { path: links.jobsFeed, file: 'jobs-feed.ts', isCached: feedSearch },
  { path: links.jobsJsonFeed, file: 'jobs-json-feed.ts', isCached: wholeFeedSearch },
  { path: links.jobsXmlFeed, file: 'jobs-xml-feed.ts', isCached: wholeFeedSearch },
  { path: '/manifest.webmanifest', file: 'manifest.ts', isKept: true },
  { path: '/apple-touch-icon.png', file: 'icon.ts', id: 'apple-touch-icon', isKept: true },
  { path: '/icon-192.png', file: 'icon.ts', id: 'icon-192', isKept: true },
  { path: '/icon-512.png', file: 'icon.ts', id: 'icon-512', isKept: true },
  { path: '/share/:picture', file: 'share-picture.ts', isCached: noQuery },
];

/** The addresses of a page that are known in advance. */
export function addressesOf({
  path,
  addresses,
}: Pick<Page, 'path' | 'addresses'>): readonly string[] {
  return addresses ?? (/[:*]/.test(path) ? [] : [path]);
}

/** How the page of a route is made, and for whom. */
export function pageOfRoute(routeId: string | undefined): Pick<Page, 'kind' | 'needsPerson'> {
  return pages.find(({ file }) => `routes/${file}` === `${routeId}.tsx`) ?? { kind: 'content' };
}

type Row = (typeof table)[number];
type KnownAddress<R extends Row> = R extends { addresses: readonly (infer Address)[] }
  ? Address
  : R['path'] extends `${string}${':' | '*'}${string}`
    ? never
    : R['path'];
type Filled<Path extends string> = Path extends `${infer Start}:${string}/${infer Rest}`
  ? `${Start}${string}/${Filled<Rest>}`
  : Path extends `${infer Start}:${string}`
    ? `${Start}${string}`
    : Path;

/** The address of a page, as the words of the site write it; the compiler knows them all. */
type PagePath = KnownAddress<Row>;
/** Of these, the pages that may be found. */
export type FoundPath = KnownAddress<Extract<Row, { isFound: true }>>;
/** Any page, including those with an id in their address. */
export type PageAddress =
  | PagePath
  | Filled<Exclude<Row['path'], '/*' | `/certifications/${string}`>>;
/** Where the words of the site may lead: to a page or a place in one, to a download, or away. */
export type Href =
  | PagePath
  | `${PagePath}${'#' | '?'}${string}`
  | `${'#' | '/downloads/' | 'https://' | 'mailto:'}${string}`;
