import type { Server as HttpServer } from 'node:http';
import type { ServerBuild } from 'react-router';
import { createApi } from '#api/api.ts';
import { keySetPath } from '#api/auth/endpoints/service-facts.ts';
import { createPasswords, type Passwords } from '#api/auth/passwords.ts';
import type { Payments } from '#api/billing/context.ts';
import { createCredentialDocuments } from '#api/credentials/badge/documents.ts';
import { createIssuer, type Issuer } from '#api/credentials/badge/issuer.ts';
import { createPageViews } from '#api/page-views/page-views.ts';
import type { Running, SetUp } from '#api/running.ts';
import { createImages } from '#api/storage/images.ts';
import type { Database } from '#database/database.ts';
import { site } from '#domain/site/brand.ts';
import { createAnswer } from './answer.ts';
import { type AnswerCrowd, createCrowdAnswers } from './door/answer-crowd.ts';
import { countedClient } from './door/client-address.ts';
import { allowDataService } from './door/content-security-policy.ts';
import { followBrand } from './files/downloads.ts';
import { createFileAnswers } from './files/file-answers.ts';
import { keepIssuerFiles } from './files/issuer-files.ts';
import { type AnswerStored, createStoredAnswers } from './files/stored-answers.ts';
import {
  findOwnPageScript,
  type StoredFile,
  storedJson,
  storedText,
} from './files/stored-files.ts';
import { createHandler, type Handler } from './handler.ts';
import type { Logger } from './logger.ts';
import { createOutboxPages } from './outbox-pages.ts';
import { createCaptcha } from './outside/captcha.ts';
import { createFiles } from './outside/files/files.ts';
import { keyFileOf } from './outside/index-now.ts';
import { createOutbox } from './outside/outbox.ts';
import { createProject } from './outside/project.ts';
import { createReadTxt } from './outside/read-txt.ts';
import { createPages, type PagesState, wordKindsOf } from './pages/pages.ts';
import type { MailModule } from './queue/lanes.ts';
import { createFailureReport } from './report-failures.ts';
import { createSearchHold } from './search-hold.ts';
import { accountRulesOf, browserConfig, issuerOf, keySetFile } from './services.ts';
import type { Config } from './settings/config.ts';
import type { Keys } from './settings/keys.ts';
import { isOfThisMachine } from './settings/site-address.ts';
import { socketPath } from './sockets/socket-path.ts';
import { acceptSockets } from './sockets/sockets.ts';
import type { RequestWatch } from './telemetry/watch-requests.ts';
import { openSiteWords, type SiteWords } from './words/site-words.ts';

export type ServerDependencies = {
  config: Config;
  keys: Keys;
  database: Database;
  logger: Logger;
  payments?: Payments;
  /** Called with the status that a payment webhook was answered with. */
  noteWebhook?: ((status: number) => void) | undefined;
  /** Called for every unexpected failure. */
  noteFailure?: (requestId: string) => void;
  /** What staff can see about the process, and the mails, loaded when one is first shown. */
  forStaff?: { setUp: SetUp; loadMail: () => Promise<MailModule> };
  /** What staff published; opened here if no caller brings its own. */
  words?: SiteWords;
  /** How passwords are hashed; tests can avoid the cost that is meant for attackers. */
  passwords?: Passwords;
  /** Sees each request and socket event. */
  watch?: RequestWatch | undefined;
  build: () => Promise<ServerBuild>;
  files: Map<string, StoredFile>;
  isDevelopment?: boolean;
};

export type SiteServer = {
  handle: Handler;
  /** Answers what is ready in memory; `handle` does the rest. */
  answerStored: AnswerStored;
  /** Refuses what the table API has no room for; missing where that API is a Supabase project's. */
  answerCrowd: AnswerCrowd | undefined;
  /** Accepts the WebSockets of this server; the returned function closes them. */
  acceptSockets: (http: HttpServer) => () => Promise<void>;
  /** Renders the kept pages before the first visitor asks. */
  warm(): Promise<void>;
  /** What is held in memory. */
  state(): ServerState;
  /** Writes what is still in memory. */
  stop(): Promise<void>;
};

export type ServerState = PagesState & { sockets: number; channels: number };

/** The whole process as a function: API, pages and health checks, each behind the same headers. */
export async function createServer(dependencies: ServerDependencies): Promise<SiteServer> {
  const { config, keys, database, logger, payments, noteWebhook, forStaff, build, files, watch } =
    dependencies;
  const { passwords = createPasswords(), isDevelopment = false } = dependencies;
  const reportBug = createFailureReport(logger, dependencies.noteFailure);
  allowDataService(config.supabase?.url);
  const wordKinds = await wordKindsOf(build, config);
  const words = dependencies.words ?? (await openWords(dependencies));
  const running: Running | undefined = forStaff && {
    setUp: forStaff.setUp,
    wordKinds,
    get postalAddress() {
      return site.postalAddress || config.mail.postalAddress;
    },
    async renderMail(mail) {
      const { renderMail } = await forStaff.loadMail();
      const { postalAddress } = running ?? {};
      return renderMail(mail, { ...site, siteUrl: config.siteUrl, postalAddress });
    },
    ask: (request) => handle(request, '127.0.0.1'),
  };
  const hold = await createSearchHold({ isReached: config.isReached, database }, () => {
    answerFile.forget();
    pages.forget();
  });
  const credentials = createIssuer(config.siteUrl, keys.credentialKeys);
  const callApi = createApi({
    database,
    keys,
    payments,
    running,
    credentials,
    readTxt: createReadTxt(config.dnsServers),
    reportBug,
    noteInSocket:
      watch &&
      ((event, code, client) => watch.noteEvent(event, { code }, { route: socketPath, client })),
    schemas: config.schemas,
    ownPageScript: findOwnPageScript(files, isDevelopment),
    issuer: config.supabase && issuerOf(config.supabase),
    project: createProject(config, keys),
    auth: {
      settings: config.auth,
      providers: config.providers,
      passwords,
      captcha: config.captcha && createCaptcha(config.captcha),
    },
    storage: { files: createFiles(config), images: createImages() },
  });
  const outboxPages = createOutboxPages(createOutbox(database), config.isLocal);
  const answerFile = createFileAnswers({
    isHeld: hold.isOn,
    isHttps: config.isHttps,
    isBehindProxy: config.trustProxy,
  });
  const stored = storedFiles(dependencies, credentials, words, (error) => reportBug(error, ''));
  const pages = await createPages({
    answerFile,
    isHeld: hold.isOn,
    words: words.now,
    database,
    build,
    files: stored,
    siteUrl: config.siteUrl,
    isOwnOrigin: (origin) =>
      config.givenSiteUrl !== undefined || origin === config.siteUrl || isOfThisMachine(origin),
    isLocal: config.isLocal,
    accountRules: accountRulesOf(config),
    dataService: JSON.stringify(browserConfig(config, keys)),
    publishableKey: keys.publishableKey,
    callApi,
    reportBug,
    isDevelopment,
  });

  words.onChange(pages.forget);
  const credentialDocuments = createCredentialDocuments({
    database,
    issuer: credentials,
    siteUrl: config.siteUrl,
    callFunction: functionCaller(config.siteUrl, keys.publishableKey, callApi),
  });

  const pageViews = createPageViews({
    database,
    isOn: config.countsPageViews,
    countedPath: pages.countedPath,
    reportBug,
  });

  const answer = createAnswer({
    config,
    database,
    pages,
    answerFile,
    pageViews,
    words,
    callApi,
    noteWebhook,
    outboxPages,
    credentialDocuments,
  });

  const handle = createHandler({ config, words, hold, answer, pageViews, reportBug });
  return {
    handle,
    answerStored: createStoredAnswers({
      ready: pages.ready,
      answerFile,
      siteOrigin: config.givenSiteUrl,
      countView: pageViews.count,
      trustProxy: config.trustProxy,
      patternOf: pages.patternOf,
      watch,
    }),
    answerCrowd: config.supabase
      ? undefined
      : await createCrowdAnswers({
          database,
          publishableKey: keys.publishableKey,
          clientOf: countedClient(config.trustProxy),
          isHttps: config.isHttps,
          isHeld: hold.isOn,
        }),
    acceptSockets: (http) =>
      config.supabase
        ? async () => {}
        : acceptSockets(http, {
            realtime: callApi.realtime,
            clientOf: countedClient(config.trustProxy),
            reportBug: (error) => reportBug(error, ''),
            watch,
          }),
    warm: pages.warm,
    state: () => ({ ...pages.state(), ...callApi.realtime.state() }),
    async stop() {
      await hold.stop();
      if (!dependencies.words) await words.stop();
      await pages.stop();
      await pageViews.stop();
    },
  };
}

async function openWords({
  database,
  build,
  logger,
  config,
}: ServerDependencies): Promise<SiteWords> {
  const kinds = await wordKindsOf(build, config);
  return openSiteWords({
    database,
    kinds,
    note: (problem) => logger.warn(problem, 'words that staff published'),
  });
}

/** The files of the build, and those that describe this site and who runs it. */
function storedFiles(
  { config, keys, files }: ServerDependencies,
  credentials: Issuer,
  words: SiteWords,
  reportBug: (error: unknown) => void,
): Map<string, StoredFile> {
  const forBrowser = storedJson(browserConfig(config, keys), 'public, max-age=300');
  const stored = new Map([...files, ['/config.json', forBrowser]]);
  if (!config.supabase) stored.set(keySetPath, keySetFile(keys));
  if (config.indexNowKey) {
    stored.set(keyFileOf(config.indexNowKey), storedText(config.indexNowKey));
  }
  keepIssuerFiles(stored, credentials, words);
  followBrand(stored, words, reportBug);
  return stored;
}

/**
 * Calls a function as a credential's page does: on behalf of its visitor, against whose limits it
 * counts.
 */
function functionCaller(
  siteUrl: string,
  publishableKey: string,
  callApi: (request: Request) => Promise<Response>,
) {
  return (name: string, body: object, { headers }: Request) =>
    callApi(
      new Request(`${siteUrl}/functions/v1/${name}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          apikey: publishableKey,
          'x-client-address': headers.get('x-client-address') ?? '',
        },
      }),
    );
}
