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
  /** The site's own address, which kept pages name. */
  siteUrl: string;
  /** Whether the site goes by this name, so that pages which name it may be cached. */
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
  /** A file, a kept or a cached page that is ready: the same for everybody. */
  ready(pathname: string, search: string, origin: string): StoredFile | undefined;
  /** The same, also where it has to be made first. */
  stored(request: Request, url: URL, origin: string): Promise<Response | undefined>;
  /** A page rendered for this request. */
  answer(request: Request, origin: string, requestId: string): Promise<Response>;
  /** The page with other words than those that stand, for this request alone. */
  preview(request: Request, origin: string, requestId: string, words: Words): Promise<Response>;
  warm(): Promise<void>;
  /** What is ready says something that is no longer true: all is made anew. */
  forget(): void;
  /** Nothing is made by itself any more. */
  stop(): Promise<void>;
  /** The name under which a view of the page is counted, if it is. */
  countedPath(pathname: string): string | undefined;
  /** The address without what differs from one to the next: `/job/:id`, or one word for all files. */
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
    // Of a build React Router makes its tables once, of a function that brings it at each request.
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
      // Parts that were written once are not for a preview, and it writes none.
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
      // Named in the log and on a page that failed, which is nobody's own.
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
      // HEAD is answered as GET without the body, so that its length and tag are the true ones.
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
 * As many pages at once as the database answers visitors at once. A client may have a third of them, and
 * who would wait longer than a question to the database may is told to come again.
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
  // A module of its own, and in development another one after each change.
  entry.readWordsFrom(currentWords);
  return entry;
}

/** What staff change without a release, as this build has it and the server is set up. */
export const wordKindsOf = async (build: () => Promise<ServerBuild>, config: SetRules) =>
  asSetUp((await entryOf(build)).wordKinds, config);

/** What the pages of this build show that is to be replaced. */
export const placeholdersOf = (build: () => Promise<ServerBuild>) => async () =>
  (await entryOf(build)).findPlaceholders();

/** What mails and advertisements add to an address for those who count; it changes no page of ours. */
const ofCampaigns = /^(utm_\w+|gclid|fbclid|msclkid)$/;

/** An address with a query may say something that a kept page does not. */
function saysSomething(search: string): boolean {
  return (
    search !== '' && [...new URLSearchParams(search).keys()].some((name) => !ofCampaigns.test(name))
  );
}
