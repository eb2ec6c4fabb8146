import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { crowdError, refuse } from '#api/api.ts';
import { allowOrigins } from '#api/cors.ts';
import { bearerIn } from '#api/gate.ts';
import type { Database, Question } from '#database/database.ts';
import type { Crowd } from '#database/fair-turns.ts';
import { noteOfRequest } from '#database/request-notes.ts';
import { withSecurityHeaders } from './security-headers.ts';

type Dependencies = {
  database: Pick<Database, 'refusal'>;
  publishableKey: string;
  /** The client that a request counts for. */
  clientOf: (incoming: IncomingMessage) => string;
  isHttps: boolean;
  /** Whether search engines are kept out. */
  isHeld: () => boolean;
};

/** Returns whether the request is refused. */
export type AnswerCrowd = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/**
 * Refuses what the database would refuse, before anything is built or verified: a request to the
 * table API from a client with too many waiting requests, or when too many are waiting altogether.
 * Answers as the API would.
 */
export async function createCrowdAnswers({
  database,
  publishableKey,
  clientOf,
  isHttps,
  isHeld,
}: Dependencies): Promise<AnswerCrowd> {
  const answers = {
    'own crowd': await makeAnswer('own crowd', isHttps),
    crowd: await makeAnswer('crowd', isHttps),
  };
  const sayInTurn = createPace();

  return (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    if (!asksTable.test(url) || method === 'OPTIONS' || !isEasilyLeft(incoming)) return false;
    const question = questionOf(method, url, headers, publishableKey);
    const crowd = database.refusal(clientOf(incoming), question);
    if (!crowd) return false;

    const id = randomUUID();
    const { code, status, head, bodyOf } = answers[crowd];
    noteOfRequest({ id, code, route: '/rest/v1/*' });
    const say = () => {
      if (outgoing.destroyed) return;
      const held = isHeld() ? ['x-robots-tag', 'noindex'] : [];
      outgoing.writeHead(status, [...head, 'x-request-id', id, ...held]).end(bodyOf(id));
    };
    // At most one per connection waits: Node keeps reading as long as no response is pending.
    const isBehindAnother = outgoing.socket === null;
    if (isBehindAnother) say();
    else sayInTurn(say);
    return true;
  };
}

/** A table or a function by its plain name; any other spelling takes the normal route. */
const asksTable = /^\/rest\/v1\/(rpc\/)?\w+(\?|$)/;

const mostUnread = 1_048_576;

/**
 * Node discards an unread body of this size and keeps the connection; larger ones get the door's
 * own refusal.
 */
function isEasilyLeft({ headers }: IncomingMessage): boolean {
  return (
    headers.expect === undefined &&
    headers['transfer-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) <= mostUnread
  );
}

/** Whether an anonymous function call only reads is known to the database alone. */
function questionOf(
  method: string,
  url: string,
  { apikey, authorization = '' }: IncomingMessage['headers'],
  publishableKey: string,
): Question {
  // It may be in the address.
  if (apikey === undefined) return 'either';
  const bearer = bearerIn(authorization);
  if (apikey !== publishableKey || (bearer && bearer !== apikey)) return 'other';
  if (method === 'GET' || method === 'HEAD') return 'read of a visitor';
  return url.startsWith('/rest/v1/rpc/') ? 'either' : 'other';
}

/** The API's own answer, complete except for the request id. */
async function makeAnswer(crowd: Crowd, isHttps: boolean) {
  const error = crowdError(crowd);
  const id = randomUUID();
  const url = new URL('http://site/rest/v1/jobs');
  const refusal = allowOrigins(refuse(error, new Request(url), url, id));
  const { status, headers } = withSecurityHeaders(refusal, id, isHttps);
  headers.delete('x-request-id');
  const body = await refusal.text();
  headers.set('content-length', String(Buffer.byteLength(body)));
  const [before = '', after = ''] = body.split(id);
  const bodyOf = (own: string) => before + own + after;
  return { code: error.code, status, head: [...headers].flat(), bodyOf };
}

const mostAtOnce = 40;
const pause = 10;

/**
 * This many are refused every hundredth of a second, and the rest hear it later. Clients that retry
 * at once, ignoring how long they are told to wait, would otherwise take the time in which others
 * are served.
 */
function createPace() {
  const waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  function sayNext() {
    for (const say of waiting.splice(0, mostAtOnce)) say();
    if (waiting.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return (say: () => void) => {
    waiting.push(say);
    timer ??= setInterval(sayNext, pause);
  };
}
