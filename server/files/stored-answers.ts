import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageViews } from '#api/page-views/page-views.ts';
import { clientAddress } from '../door/client-address.ts';
import { unnamedHost } from '../door/named-host.ts';
import type { Pages } from '../pages/pages.ts';
import type { RequestWatch } from '../telemetry/watch-requests.ts';
import { type AnswerFile, askedBy } from './file-answers.ts';

/** Returns whether the request was answered; it never waits. */
export type AnswerStored = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

type Dependencies = {
  ready: Pages['ready'];
  answerFile: AnswerFile;
  countView: PageViews['count'];
  /** The site's address as configured; without it, the visitor's Host header is used. */
  siteOrigin: string | undefined;
  trustProxy: boolean;
  patternOf: Pages['patternOf'];
  watch?: RequestWatch | undefined;
};

/**
 * Answers a GET or HEAD for what is ready in memory, before anything is built for the request,
 * exactly as the handler would. Without a Request, a Response and Headers, a page costs little more
 * than its bytes.
 */
export function createStoredAnswers(dependencies: Dependencies): AnswerStored {
  const { ready, answerFile, countView, siteOrigin, trustProxy, patternOf, watch } = dependencies;
  return (incoming, outgoing) => {
    const began = performance.now();
    const { method, url = '/', headers, socket } = incoming;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const address = readAddress(url);
    if (!address) return false;
    const { pathname, search } = address;
    const file = ready(pathname, search, siteOrigin ?? `http://${headers.host || unnamedHost}`);
    if (!file) return false;

    const { status, headers: said, body } = answerFile(askedBy(incoming), file);
    const id = randomUUID();
    const before = socket.bytesWritten;
    outgoing.writeHead(status, [...said, 'x-request-id', id]).end(body);
    if (watch) {
      const bytes = socket.bytesWritten - before;
      watch.stored(incoming, file, () => patternOf(pathname), { status, bytes, id, began });
    }
    const view = {
      method,
      agent: headers['user-agent'],
      purpose: headers['sec-purpose']?.toString(),
      destination: headers['sec-fetch-dest']?.toString(),
    };
    countView(view, pathname, status, () =>
      clientAddress(headers['x-forwarded-for']?.toString(), socket.remoteAddress ?? '', trustProxy),
    );
    return true;
  };
}

/** Nothing in it has to be decoded or resolved. */
const plainPath = /^(?:\/(?!\.)[\w.-]*)+$/;

/** The path and query of the address; anything but a plain path is parsed by `URL`. */
function readAddress(url: string): { pathname: string; search: string } | undefined {
  const end = url.indexOf('?');
  const pathname = end < 0 ? url : url.slice(0, end);
  if (plainPath.test(pathname) && !url.includes('#')) {
    return { pathname, search: end < 0 || end === url.length - 1 ? '' : url.slice(end) };
  }
  const whole = url.startsWith('/') ? `http://site${url}` : url;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}
