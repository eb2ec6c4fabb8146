import type { createApi } from '#api/api.ts';
import type { createCredentialDocuments } from '#api/credentials/badge/documents.ts';
import type { PageViews } from '#api/page-views/page-views.ts';
import type { Database } from '#database/database.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import { noteOfRequest } from '#database/request-notes.ts';
import { leadToWhatIsMeant } from './as-meant.ts';
import { writeServerHeaders } from './door/security-headers.ts';
import { type AnswerFile, askedOf, toResponse } from './files/file-answers.ts';
import { isAsset } from './files/stored-files.ts';
import {
  answerPasskeys,
  changePasswordPath,
  leadToPassword,
  passkeysPath,
} from './for-password-managers.ts';
import { answerHealth, answerLiveness, answerReadiness } from './health.ts';
import type { OutboxPages } from './outbox-pages.ts';
import type { Pages } from './pages/pages.ts';
import { findReleasedFile } from './released-files.ts';
import { answerSecurityTxt, securityTxtPath } from './security-txt.ts';
import { answersAt, leadToProject } from './services.ts';
import type { Config } from './settings/config.ts';
import { isPreview, previewHashOf } from './words/preview.ts';
import type { SiteWords } from './words/site-words.ts';

type Parts = {
  config: Config;
  database: Database;
  pages: Pages;
  answerFile: AnswerFile;
  pageViews: PageViews;
  words: SiteWords;
  callApi: ReturnType<typeof createApi>;
  outboxPages: OutboxPages;
  credentialDocuments: ReturnType<typeof createCredentialDocuments>;
  noteWebhook: ((status: number) => void) | undefined;
};

type Asked = {
  incoming: Request;
  url: URL;
  requestId: string;
  socketAddress: string;
  clientAddress: string;
};

/**
 * Addresses of our own besides the pages: health, how to report a vulnerability, and where
 * passwords and passkeys are changed.
 */
const ownPaths = new Set([
  '/livez',
  '/healthz',
  '/readyz',
  securityTxtPath,
  changePasswordPath,
  passkeysPath,
]);
const webhookPath = '/functions/v1/stripe-webhook';

export type Answer = ReturnType<typeof createAnswer>;

/** Which part answers which address, in this order. */
export function createAnswer(parts: Parts) {
  const { config, database, pages, answerFile, pageViews, words, callApi, outboxPages } = parts;

  /** For anyone who has the address of a draft. An invalid or expired address redirects to the published page. */
  async function answerPreview({ incoming, url, requestId }: Asked, origin: string) {
    const hash = previewHashOf(url);
    if (incoming.method !== 'GET' || !hash) return undefined;
    const draft = await words.preview(hash);
    if (draft) return pages.preview(new Request(incoming), origin, requestId, draft);
    const headers = { location: url.pathname, 'cache-control': 'no-store' };
    return new Response(null, { status: 303, headers });
  }

  /** An asset that a page of another release asks for. */
  async function answerAsset({ incoming, url }: Asked): Promise<Response | undefined> {
    const file = await findReleasedFile(database, url.pathname);
    if (!file) return undefined;
    noteOfRequest({ route: '(file)' });
    return toResponse(answerFile(askedOf(incoming), file));
  }

  return async (asked: Asked): Promise<Response> => {
    const { incoming, url, requestId, socketAddress, clientAddress } = asked;
    const { pathname } = url;
    const origin = config.givenSiteUrl ?? url.origin;
    const stored = await pages.stored(incoming, url, origin);
    if (stored) {
      noteOfRequest({ route: pages.patternOf(pathname) });
      return stored;
    }

    writeServerHeaders(incoming.headers, requestId, clientAddress);
    if (pathname === '/views' && incoming.method === 'POST') {
      noteOfRequest({ route: '/views' });
      return pageViews.hear(incoming);
    }
    const outboxPage = await outboxPages(incoming, url, socketAddress);
    if (outboxPage) {
      noteOfRequest({ route: '/dev/outbox' });
      return outboxPage;
    }
    if (answersAt(config, pathname)) {
      const response = await callApi(incoming);
      // A browser's preflight request is answered too, and says nothing about the payment service.
      const isEvent = pathname === webhookPath && incoming.method === 'POST';
      if (isEvent) parts.noteWebhook?.(response.status);
      // Unless a service has already noted a more exact route.
      noteOfRequest({ route: `/${pathname.split('/')[1]}/v1/*` });
      return response;
    }
    // A Request cannot have this method and would turn it into a GET.
    if (incoming.method === 'TRACE') {
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } });
    }
    noteOfRequest({ route: ownPaths.has(pathname) ? pathname : pages.patternOf(pathname) });
    const preview = isPreview(url.search) && (await answerPreview(asked, origin));
    if (preview) return preview;
    const isRead = incoming.method === 'GET' || incoming.method === 'HEAD';
    const elsewhere = isRead && leadToProject(config, url);
    if (elsewhere) return elsewhere;
    const asset = isRead && isAsset(pathname) && (await answerAsset(asked));
    if (asset) return asset;
    // Not earlier, because an address of the API may end with a slash.
    const meant = isRead && pathname !== '/' && leadToWhatIsMeant(url);
    if (meant) return meant;
    const document = await parts.credentialDocuments(incoming, url);
    if (document) return document;
    if (pathname === '/livez') return answerLiveness();
    if (pathname === '/healthz') return onBehalfOf(undefined, () => answerHealth(database));
    if (pathname === '/readyz') return onBehalfOf(undefined, () => answerReadiness(database));
    if (pathname === securityTxtPath && isRead) return answerSecurityTxt(origin);
    if (pathname === changePasswordPath && isRead) return leadToPassword();
    if (pathname === passkeysPath && isRead) return answerPasskeys(origin);
    // Rendering needs a complete Request, which the adapter's own only partly is.
    return pages.answer(new Request(incoming), origin, requestId);
  };
}
