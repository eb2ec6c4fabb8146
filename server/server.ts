import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import type { ServerBuild } from 'react-router';
import { createApi } from '#api/api.ts';
import { keySetPath } from '#api/auth/endpoints/service-facts.ts';
import { createPasswords, type Passwords } from '#api/auth/passwords.ts';
import type { Payments } from '#api/billing/context.ts';
import { countedAs } from '#api/client.ts';
import { createCredentialDocuments } from '#api/credentials/badge/documents.ts';
import { createIssuer } from '#api/credentials/badge/issuer.ts';
import { createPageViews, viewOf } from '#api/page-views/page-views.ts';
import type { Running, SetUp } from '#api/running.ts';
import { createImages } from '#api/storage/images.ts';
import type { Database } from '#database/database.ts';
import { DatabaseUnavailable } from '#database/database-unavailable.ts';
import { NoTurn } from '#database/fair-turns.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import { noteOfRequest } from '#database/request-notes.ts';
import { site } from '#domain/brand.ts';
import { createAnswer } from './answer.ts';
import { clientAddress as addressOf, clientOf } from './client-address.ts';
import { allowDataService } from './content-security-policy.ts';
import { type AnswerCrowd, createCrowdAnswers } from './door/answer-crowd.ts';
import { busyPage, lastResort } from './door/last-resort.ts';
import { followBrand } from './downloads.ts';
import { createFileAnswers } from './file-answers.ts';
import { keepIssuerFiles } from './issuer-files.ts';
import type { Logger } from './logger.ts';
import { createOutboxPages } from './outbox-pages.ts';
import { createCaptcha } from './outside/captcha.ts';
import { createFiles } from './outside/files/files.ts';
import { keyFileOf } from './outside/index-now.ts';
import { createOutbox } from './outside/outbox.ts';
import { createReadTxt } from './outside/read-txt.ts';
import { createPages, type PagesState, wordKindsOf } from './pages.ts';
import type { MailModule } from './queue/lanes.ts';
import { createFailureReport } from './report-failures.ts';
import { RequestAsker } from './request-asker.ts';
import { createSearchHold } from './search-hold.ts';
import { withSecurityHeaders } from './security-headers.ts';
import { accountRulesOf, browserConfig, issuerOf, keySetFile } from './services.ts';
import type { Config } from './settings/config.ts';
import type { Keys } from './settings/keys.ts';
import { isOfThisMachine } from './settings/site-address.ts';
import { socketPath } from './socket-path.ts';
import { acceptSockets } from './sockets.ts';
import { type AnswerStored, createStoredAnswers } from './stored-answers.ts';
import { findOwnPageScript, type StoredFile, storedJson, storedText } from './stored-files.ts';
import type { RequestWatch } from './telemetry/watch-requests.ts';
import { isPreview } from './words/preview.ts';
import { withWords } from './words/scope.ts';
import { openSiteWords, type SiteWords } from './words/site-words.ts';

export type ServerDependencies = {
  config: Config;
  keys: Keys;
  database: Database;
  logger: Logger;
  payments?: Payments;
  /** Hears how an event of the payment service was answered. */
  noteWebhook?: ((status: number) => void) | undefined;
  /** What staff are told of the process, and the mails, loaded when one is first shown. */
  forStaff?: { setUp: SetUp; loadMail: () => Promise<MailModule> };
  /** What staff published; opened here where nobody else needs it. */
  words?: SiteWords;
  /** How passwords are kept, where a test does not want to pay what an attacker shall. */
  passwords?: Passwords;
  /** Sees each request, and what happens in sockets. */
  watch?: RequestWatch | undefined;
  build: () => Promise<ServerBuild>;
  files: Map<string, StoredFile>;
  isDevelopment?: boolean;
};

export type Handler = (request: Request, clientAddress: string) => Promise<Response>;

export type SiteServer = {
  handle: Handler;
  /** Answers what is ready in memory; `handle` has the rest. */
  answerStored: AnswerStored;
  /** Refuses what the table API has no room for; missing where it is a Supabase project's. */
  answerCrowd: AnswerCrowd | undefined;
  /** Takes in the sockets that come to this server; the answer ends them. */
  acceptSockets: (http: HttpServer) => () => Promise<void>;
  /** Renders the kept pages before the first visitor asks. */
  warm(): Promise<void>;
  /** What it holds. */
  state(): ServerState;
  /** Writes what is still in memory. */
  stop(): Promise<void>;
};

export type ServerState = PagesState & { sockets: number; channels: number };

/** The one process as a function: API, pages and health, each behind the same headers. */
export async function createServer(dependencies: ServerDependencies): Promise<SiteServer> {
  const { config, keys, database, logger, payments, noteWebhook, forStaff, build, files, watch } =
    dependencies;
  const { passwords = createPasswords(), isDevelopment = false } = dependencies;
  const reportBug = createFailureReport(logger);
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
  const forBrowser = browserConfig(config, keys);
  const stored = new Map([
    ...files,
    ['/config.json', storedJson(forBrowser, 'public, max-age=300')],
    ...(config.supabase ? [] : [[keySetPath, keySetFile(keys)] as const]),
    ...(config.indexNowKey
      ? [[keyFileOf(config.indexNowKey), storedText(config.indexNowKey)] as const]
      : []),
  ]);
  keepIssuerFiles(stored, credentials, words);
  followBrand(stored, words, (error) => reportBug(error, ''));
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
    dataService: JSON.stringify(forBrowser),
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
    callFunction: (name, body, { headers }) =>
      callApi(
        new Request(`${config.siteUrl}/functions/v1/${name}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: {
            apikey: keys.publishableKey,
            'x-client-address': headers.get('x-client-address') ?? '',
          },
        }),
      ),
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

  const handle: Handler = async (incoming, socketAddress) => {
    const requestId = randomUUID();
    noteOfRequest({ id: requestId });
    const url = new URL(incoming.url);
    const forwardedFor = incoming.headers.get('x-forwarded-for');
    const clientAddress = addressOf(forwardedFor, socketAddress, config.trustProxy);
    const asker = new RequestAsker(countedAs(clientAddress), incoming);
    let response: Response;
    try {
      response = await onBehalfOf(asker, () =>
        withWords(words.now().words, () =>
          answer({ incoming, url, requestId, socketAddress, clientAddress }),
        ),
      );
      if (!isPreview(url.search))
        pageViews.count(viewOf(incoming), url.pathname, response.status, () => clientAddress);
    } catch (error) {
      // A crowd is no fault, and to write a line for each of it would be one.
      const isCrowd = error instanceof NoTurn;
      if (!isCrowd) reportBug(error, requestId);
      const isBusy = isCrowd || error instanceof DatabaseUnavailable;
      response = withWords(words.now().words, () => (isBusy ? busyPage() : lastResort(requestId)));
    }
    if (hold.isOn()) response.headers.set('x-robots-tag', 'noindex');
    return withSecurityHeaders(response, requestId, config.isHttps);
  };
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
          clientOf: clientOf(config.trustProxy),
          isHttps: config.isHttps,
          isHeld: hold.isOn,
        }),
    acceptSockets: (http) =>
      config.supabase
        ? async () => {}
        : acceptSockets(http, {
            realtime: callApi.realtime,
            clientOf: clientOf(config.trustProxy),
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
