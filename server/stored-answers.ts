import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageViews } from '#api/page-views/page-views.ts';
import { clientAddress } from './client-address.ts';
import type { Pages } from './pages.ts';
import type { ServeFile } from './serve-file.ts';
import type { StoredFile } from './stored-files.ts';

/** Whether the request is answered, said at once where nothing had to be waited for. */
export type AnswerStored = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => boolean | Promise<boolean>;

type Dependencies = {
  find: Pages['find'];
  serve: ServeFile;
  countView: PageViews['count'];
  trustProxy: boolean;
};

/** Answers a GET or HEAD for what is ready in memory, before anything is built for the request. */
export function createStoredAnswers({
  find,
  serve,
  countView,
  trustProxy,
}: Dependencies): AnswerStored {
  return (incoming, outgoing) => {
    const { method, url = '/', headers, socket } = incoming;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const address = readAddress(url);
    if (!address) return false;

    function send(file: StoredFile | undefined): boolean {
      if (!file || !address) return false;
      serve(incoming, outgoing, file, randomUUID());
      const view = {
        method,
        agent: headers['user-agent'],
        purpose: headers['sec-purpose']?.toString(),
        destination: headers['sec-fetch-dest']?.toString(),
      };
      countView(view, address.pathname, outgoing.statusCode, () =>
        clientAddress(
          headers['x-forwarded-for']?.toString(),
          socket.remoteAddress ?? '',
          trustProxy,
        ),
      );
      return true;
    }
    const found = find(address.pathname, address.search);
    // What could not be made is tried once more where a failure has words for the visitor.
    return found instanceof Promise ? found.then(send, () => false) : send(found);
  };
}

/** Nothing in it has to be decoded or resolved. */
const plainPath = /^(?:\/(?!\.)[\w.-]*)+$/;

/** What the address means; for one that is not written plainly `URL` says it. */
function readAddress(url: string): { pathname: string; search: string } | undefined {
  const end = url.indexOf('?');
  const pathname = end < 0 ? url : url.slice(0, end);
  if (plainPath.test(pathname) && !url.includes('#')) {
    return { pathname, search: end < 0 || end === url.length - 1 ? '' : url.slice(end) };
  }
  const whole = url.startsWith('/') ? `http://site${url}` : url;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}
