import { randomUUID } from 'node:crypto';
import { countedAs } from '#api/client.ts';
import { type PageViews, viewOf } from '#api/page-views/page-views.ts';
import { DatabaseUnavailable } from '#database/database-unavailable.ts';
import { NoTurn } from '#database/fair-turns.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import { noteOfRequest } from '#database/request-notes.ts';
import type { Answer } from './answer.ts';
import { clientAddress as addressOf } from './door/client-address.ts';
import { busyPage, lastResort } from './door/last-resort.ts';
import { RequestAsker } from './door/request-asker.ts';
import { withSecurityHeaders } from './door/security-headers.ts';
import type { FailureReport } from './report-failures.ts';
import type { SearchHold } from './search-hold.ts';
import type { Config } from './settings/config.ts';
import { isPreview } from './words/preview.ts';
import { withWords } from './words/scope.ts';
import type { SiteWords } from './words/site-words.ts';

export type Handler = (request: Request, clientAddress: string) => Promise<Response>;

/**
 * Wraps every response: the client's address, the current words, an error page on failure, and the
 * headers.
 */
export function createHandler({
  config,
  words,
  hold,
  answer,
  pageViews,
  reportBug,
}: {
  config: Config;
  words: SiteWords;
  hold: SearchHold;
  answer: Answer;
  pageViews: PageViews;
  reportBug: FailureReport;
}): Handler {
  return async (incoming, socketAddress) => {
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
      // Overload is not a bug, and logging a line for each request would add to it.
      const isCrowd = error instanceof NoTurn;
      if (!isCrowd) reportBug(error, requestId);
      const isBusy = isCrowd || error instanceof DatabaseUnavailable;
      response = withWords(words.now().words, () => (isBusy ? busyPage() : lastResort(requestId)));
    }
    if (hold.isOn()) response.headers.set('x-robots-tag', 'noindex');
    return withSecurityHeaders(response, requestId, config.isHttps);
  };
}
