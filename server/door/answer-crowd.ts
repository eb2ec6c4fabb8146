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
  /** The client whom a request counts for. */
  clientOf: (incoming: IncomingMessage) => string;
  isHttps: boolean;
  /** Whether search engines are kept out. */
  isHeld: () => boolean;
};

/** Whether the request is refused. */
export type AnswerCrowd = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/**
 * Refuses, before anything is built or verified, what the database would refuse: a question to the table API
 * whose client, or all together, have as many waiting as may. Says what the API would say.
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
    // Of one connection one waits: Node reads on as long as nothing lies ready to go out.
    const isBehindAnother = outgoing.socket === null;
    if (isBehindAnother) say();
    else sayInTurn(say);
    return true;
  };
}

/** A table or a function by a plain name: whatever is written otherwise goes the usual way. */
const asksTable = /^\/rest\/v1\/(rpc\/)?\w+(\?|$)/;

const mostUnread = 1_048_576;

/** Node throws away what is not read of a body, and the connection stays; for more the door has words of its own. */
function isEasilyLeft({ headers }: IncomingMessage): boolean {
  return (
    headers.expect === undefined &&
    headers['transfer-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) <= mostUnread
  );
}

/** Of a visitor's function only the database knows whether it reads. */
function questionOf(
  method: string,
  url: string,
  { apikey, authorization = '' }: IncomingMessage['headers'],
  publishableKey: string,
): Question {
  // It may stand in the address.
  if (apikey === undefined) return 'either';
  const bearer = bearerIn(authorization);
  if (apikey !== publishableKey || (bearer && bearer !== apikey)) return 'other';
  if (method === 'GET' || method === 'HEAD') return 'read of a visitor';
  return url.startsWith('/rest/v1/rpc/') ? 'either' : 'other';
}

/** The API's own answer, in which only the name of the request is still missing. */
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
 * So many are refused in a hundredth of a second, and who is one too many hears it later: those who ask again at
 * once, without waiting as they are told, would else take the time in which others are answered.
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
