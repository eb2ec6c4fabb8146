import { randomBytes, randomUUID } from 'node:crypto';
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import type { Placeholder } from '#api/running.ts';
import type { PageRequest } from '#app/entry.server.tsx';
import type { Database } from '#database/database.ts';
import { createFairTurns, NoTurn } from '#database/fair-turns.ts';
import { currentScope } from '#database/on-behalf-of.ts';
import { notingApart } from '#database/request-notes.ts';
import type { AccountRules } from '#domain/account/account-rules.ts';
import type { WordKind } from '#domain/site/word-kinds.ts';
import type { readWordsFrom, Words } from '#domain/site/words.ts';
import { contentSecurityPolicy, scriptHash } from '../door/content-security-policy.ts';
import { type AnswerFile, askedOf, toResponse } from '../files/file-answers.ts';
import type { StoredFile } from '../files/stored-files.ts';
import { withRobotsMeta } from '../search-hold.ts';
import { asSetUp, type SetRules } from '../words/as-set-up.ts';
import { asPreview, isPreview } from '../words/preview.ts';
import { currentWords, withWords } from '../words/scope.ts';
import type { Standing } from '../words/site-words.ts';
import { createCachedPages } from './cached-pages.ts';
import { finish, plainly } from './finish-page.ts';
import { refuseOtherThanForms } from './forms-only.ts';
import { createKeptPages } from './kept-pages.ts';
import type { Drawn } from './read-page.ts';

type PagesDependencies = {
  database: Database;
  build: () => Promise<ServerBuild>;
  /** What the build wrote. Empty in development. */
  files: Map<string, StoredFile>;
  /** The site's own address, which kept pages contain. */
  siteUrl: string;
  /** Whether the site goes by this name, so that pages containing it may be cached. */
  isOwnOrigin: (origin: string) => boolean;
  isLocal: boolean;
  /** Search engines are kept out. */
  isHeld: () => boolean;
  /** What staff published. */
  words: () => Standing;
  accountRules: AccountRules;
  dataService: string;
  publishableKey: string;
  answerFile: AnswerFile;
  callApi: (request: Request) => Promise<Response>;
  reportBug: (error: unknown, requestId: string) => void;
  isDevelopment: boolean;
};

export type Pages = {
  /** A file, or a kept or cached page that is ready: the same for everybody. */
  ready(pathname: string, search: string, origin: string): StoredFile | undefined;
  /** The same, even if it has to be made first. */
  stored(request: Request, url: URL, origin: string): Promise<Response | undefined>;
  /** A page rendered for this request. */
  answer(request: Request, origin: string, requestId: string): Promise<Response>;
  /** The page with other words than the published ones, for this request alone. */
  preview(request: Request, origin: string, requestId: string, words: Words): Promise<Response>;
  warm(): Promise<void>;
  /** What is ready is out of date: everything is rendered again. */
  forget(): void;
  /** Nothing is rendered in the background any more. */
  stop(): Promise<void>;
  /** The name under which views of the page are counted, if they are. */
  countedPath(pathname: string): string | undefined;
  /** The address without its variable parts: `/job/:id`, or one word for all files. */
  patternOf(pathname: string): string;
  /** What is held in memory. */
  state(): PagesState;
};

export type PagesState = { kept: number; cached: number; cachedBytes: number };

/** Answers everything that a person sees: a file, a kept page, or one rendered now. */
export async function createPages(dependencies: PagesDependencies): Promise<Pages> {
  const { build, files, siteUrl, publishableKey, callApi, reportBug, isDevelopment } = dependencies;
  const { isLocal, isHeld, words, accountRules, dataService, answerFile } = dependencies;

  const turns = createRenderingTurns();
  let handle: ReturnType<typeof createRequestHandler> | undefined;
  let client: PageRequest['client'] | undefined;
  async function render(
    request: Request,
    page: Pick<PageRequest, 'origin' | 'requestId' | 'nonce'>,
    previewed?: Words,
  ): Promise<Drawn> {
    const { createRequestHandler, createServerClient, createContext } = await entryOf(build);
    const standing = words();
    // From a build, React Router makes its route tables once; from a function that returns it, at
    // each request.
    handle ??= isDevelopment
      ? createRequestHandler(build, 'development')
      : createRequestHandler(await build(), 'production');
    client ??= createServerClient(siteUrl, publishableKey, (request) =>
      notingApart(() => callApi(request)),
    );
    const answer = handle;
    let body: Buffer<ArrayBuffer> | undefined;
    const hand: PageRequest['hand'] = (page) => {
      body = page;
    };
    const context = createContext({
      ...page,
      isLocal,
      isHeld: isHeld(),
      // Stored fragments do not apply to a preview, and it stores none.
      wordsVersion: previewed ? undefined : standing.version,
      accountRules,
      dataService,
      client,
      hand,
      reportBug,
    });
    const endTurn = await turns.take(currentScope().asker);
    try {
      if (request.signal.aborted) throw new NoTurn('left');
      const response = await withWords(previewed ?? standing.words, () => answer(request, context));
      const { status, headers } = response;
      const drawn = body ?? Buffer.from(await response.arrayBuffer());
      const isPage = headers.get('content-type')?.startsWith('text/html');
      return { status, headers, body: isPage && isHeld() ? withRobotsMeta(drawn) : drawn };
    } finally {
      endTurn();
    }
  }

  const { keptPaths, agingPaths, cachedAddress, countedPath, patternOf, bootScript } =
    await entryOf(build);
  const bootHash = scriptHash(bootScript);
  const keptPages = createKeptPages(
    new Set(isDevelopment ? [] : keptPaths),
    (path) =>
      render(new Request(siteUrl + path), { origin: siteUrl, requestId: '', nonce: undefined }),
    { aging: new Set(agingPaths) },
  );
  const cachedPages = createCachedPages({
    database: dependencies.database,
    cachedAddress: isDevelopment ? () => undefined : cachedAddress,
    isOwnOrigin: dependencies.isOwnOrigin,
    render: (address, origin) =>
      // For the log and for an error page, which belong to no visitor.
      render(new Request(origin + address), { origin, requestId: randomUUID(), nonce: undefined }),
    policy: contentSecurityPolicy([bootHash]),
  });

  return {
    warm: keptPages.warm,
    stop: keptPages.stop,
    forget() {
      keptPages.forget();
      cachedPages.forget();
    },
    countedPath,
    patternOf(pathname) {
      const pattern = patternOf(pathname);
      return pattern === '/*' && files.has(pathname) ? '(file)' : pattern;
    },
    state: () => ({ kept: keptPages.count(), ...cachedPages.state() }),
    ready(pathname, search, origin) {
      if (isPreview(search)) return files.get(pathname);
      const kept = saysSomething(search) ? undefined : keptPages.ready(pathname);
      return files.get(pathname) ?? kept ?? cachedPages.ready(pathname, search, origin);
    },
    async stored(request, url, origin) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
      if (isPreview(url.search) && !files.has(url.pathname)) return undefined;
      const kept = saysSomething(url.search) ? undefined : await keptPages.find(url.pathname);
      const file = files.get(url.pathname) ?? kept;
      if (file) return toResponse(answerFile(askedOf(request), file));
      const cached = await cachedPages.find(url.pathname, url.search, origin);
      if (cached && 'status' in cached) return finish(request, cached, bootHash);
      if (cached) return toResponse(answerFile(askedOf(request), cached));
      return undefined;
    },
    async answer(request, origin, requestId) {
      const refusal = await refuseOtherThanForms(request, origin);
      if (refusal) return refusal;
      const nonce = randomBytes(16).toString('base64');
      // HEAD is rendered like GET and sent without the body, so that length and tag are right.
      const asked = request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request;
      const drawn = await render(asked, { origin, requestId, nonce });
      return isDevelopment ? plainly(drawn) : finish(request, drawn, bootHash, nonce);
    },
    async preview(request, origin, requestId, previewed) {
      const nonce = randomBytes(16).toString('base64');
      const drawn = await render(request, { origin, requestId, nonce }, previewed);
      return finish(request, asPreview(drawn), bootHash, nonce);
    },
  };
}

/**
 * As many pages at once as the database serves visitors at once. One client may have a third of
 * them. A request that would wait longer than a query may is told to come back later.
 */
function createRenderingTurns() {
  return createFairTurns({
    atOnce: 12,
    share: 4,
    mostWaiting: 400,
    mostWaitingOfOne: 100,
    patience: 5_000,
  });
}

type Entry = {
  createRequestHandler: typeof createRequestHandler;
  createContext: (page: PageRequest) => RouterContextProvider;
  createServerClient: (
    url: string,
    key: string,
    callApi: (request: Request) => Promise<Response>,
  ) => PageRequest['client'];
  keptPaths: readonly string[];
  agingPaths?: readonly string[];
  cachedAddress: (pathname: string, search: string) => string | undefined;
  countedPath: (pathname: string) => string | undefined;
  patternOf: (pathname: string) => string;
  bootScript: string;
  findPlaceholders: () => readonly Placeholder[];
  readWordsFrom: typeof readWordsFrom;
  wordKinds: readonly WordKind[];
};

async function entryOf(build: () => Promise<ServerBuild>): Promise<Entry> {
  const entry = (await build()).entry.module as unknown as Entry;
  // Each build has a module of its own; in development there is a new one after each change.
  entry.readWordsFrom(currentWords);
  return entry;
}

/** What staff can change without a release, for this build and these settings. */
export const wordKindsOf = async (build: () => Promise<ServerBuild>, config: SetRules) =>
  asSetUp((await entryOf(build)).wordKinds, config);

/** The placeholders that the pages of this build still show. */
export const placeholdersOf = (build: () => Promise<ServerBuild>) => async () =>
  (await entryOf(build)).findPlaceholders();

/** Tracking parameters that mails and advertisements add; none of our pages depends on them. */
const ofCampaigns = /^(utm_\w+|gclid|fbclid|msclkid)$/;

/** Whether the query may make the page differ from the kept one. */
function saysSomething(search: string): boolean {
  return (
    search !== '' && [...new URLSearchParams(search).keys()].some((name) => !ofCampaigns.test(name))
  );
}
