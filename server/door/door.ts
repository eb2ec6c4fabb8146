import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ErrorCode } from '#api/errors.ts';
import type { AnswerCrowd } from './answer-crowd.ts';
import { bodyLimits, bodyShares, leastPace, sizeInWords } from './body-limits.ts';
import { createBodyShares, type Weigh } from './body-shares.ts';
import { createTurnsOfLarge, largeBodies } from './large-bodies.ts';
import { createPile } from './pile.ts';
import { turnAway } from './turn-away.ts';
import { createUnreadAnswers, unreadShares } from './unread-answers.ts';

export type DoorOptions = {
  /** The client that a request counts for. */
  clientOf: (incoming: IncomingMessage) => string;
  /** Refuses what would be refused further in anyway. */
  answerCrowd?: AnswerCrowd | undefined;
  isHttps?: boolean;
  limits?: typeof bodyLimits;
  shares?: typeof bodyShares;
  pace?: typeof leastPace;
  large?: typeof largeBodies;
  unread?: typeof unreadShares;
};

/**
 * Stands in front of everything that reads: receives a body if it is small and fast enough and its
 * client does not send too much at once, and only then lets the request through.
 */
export function createDoor(
  letThrough: RequestListener,
  {
    clientOf,
    answerCrowd,
    isHttps = false,
    limits = bodyLimits,
    shares = bodyShares,
    pace = leastPace,
    large = largeBodies,
    unread = unreadShares,
  }: DoorOptions,
): RequestListener {
  const open = createBodyShares(shares);
  const takeTurn = createTurnsOfLarge(large);
  const followAnswer = createUnreadAnswers(unread);

  return (incoming, outgoing) => {
    // A broken connection is the client's affair; without a listener its error would end the process.
    incoming.on('error', ignore);
    outgoing.on('error', ignore);
    if (answerCrowd?.(incoming, outgoing)) return;
    followAnswer(outgoing, clientOf(incoming));
    const { headers } = incoming;
    const isExpected = /^100-continue$/i.test(headers.expect ?? '');
    if (!bringsBody(incoming)) {
      if (isExpected) outgoing.writeContinue();
      return letThrough(incoming, outgoing);
    }
    return takeIn(incoming, outgoing, isExpected);
  };

  async function takeIn(incoming: IncomingMessage, outgoing: ServerResponse, isExpected: boolean) {
    const { headers, url = '/' } = incoming;
    const stated = Number(headers['content-length'] ?? 0);
    // As everything behind the door reads it: ".." has been resolved.
    const path = `${URL.parse(`http://site${url}`)?.pathname}/`;
    const limit = limits.find(
      ({ method, startsWith, includes = '' }) =>
        (!method || method === incoming.method) &&
        path.startsWith(startsWith) &&
        path.includes(includes),
    );
    const mostBytes = limit?.mostBytes ?? 0;
    const refuse = (code: ErrorCode, message?: string) =>
      turnAway(incoming, outgoing, { code, message, isHttps });
    const tooLarge = `The body is larger than ${sizeInWords(mostBytes)}.`;
    if (stated > mostBytes) return refuse('payload_too_large', tooLarge);
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') return refuse('encoded_body');
    if (!/^chunked$/i.test(headers['transfer-encoding'] ?? 'chunked')) {
      return refuse('coded_transfer');
    }
    const client = clientOf(incoming);
    const share = open.open(client);
    if (!share) return refuse('too_many_at_once');
    outgoing.once('close', share.close);

    if (isExpected) outgoing.writeContinue();
    const read = await readBody(incoming, {
      mostBytes,
      weigh: share.weigh,
      milliseconds: (limit?.seconds ?? 0) * 1_000,
      pace,
    });
    const refusal = Buffer.isBuffer(read)
      ? await takeTurn(client, limit?.isOpaque ? 0 : read.length, outgoing)
      : read;
    if (refusal === 'left') return;
    if (refusal === 'too large') return refuse('payload_too_large', tooLarge);
    if (refusal === 'too slow') return refuse('body_too_slow');
    if (refusal === 'own crowd') return refuse('too_many_at_once');
    if (refusal === 'crowd') return refuse('database_unavailable');
    // The property in which @hono/node-server looks for a body that was already read.
    Object.assign(incoming, { rawBody: read });
    return letThrough(incoming, outgoing);
  }
}

const ignore = () => {};

export function bringsBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return (
    (length !== undefined && Number(length) !== 0) || headers['transfer-encoding'] !== undefined
  );
}

type Refusal = 'too large' | 'too slow' | 'left' | 'own crowd' | 'crowd';

/** The whole body, or why there is none. Nothing of a refused body stays in memory. */
function readBody(
  incoming: IncomingMessage,
  {
    mostBytes,
    weigh,
    milliseconds,
    pace,
  }: { mostBytes: number; weigh: Weigh; milliseconds: number; pace: typeof leastPace },
): Promise<Buffer | Refusal> {
  return new Promise((resolve) => {
    let pile = createPile();
    let bytes = 0;
    let bytesBefore = 0;

    function finish(answer: Buffer | Refusal) {
      clearInterval(looking);
      incoming.off('data', take).off('end', end).off('close', leave);
      pile = createPile();
      resolve(answer);
    }
    function take(chunk: Buffer) {
      bytes += chunk.length;
      const crowd = weigh(chunk.length);
      if (bytes > mostBytes) finish('too large');
      else if (crowd) finish(crowd);
      else pile.add(chunk);
    }
    const end = () => finish(pile.whole());
    const leave = () => finish('left');

    const latest = performance.now() + milliseconds;
    // One timer for both limits: most bodies have arrived before it first fires.
    const look = () => {
      if (bytes - bytesBefore < pace.bytes || performance.now() >= latest) finish('too slow');
      bytesBefore = bytes;
    };
    const looking = setInterval(look, Math.min(pace.seconds * 1_000, milliseconds));
    incoming.on('data', take).on('end', end).on('close', leave);
  });
}

/** Also for servers that would answer `Expect: 100-continue` themselves, before the door has looked. */
export function guard(
  server: { on(event: 'request' | 'checkContinue', listener: RequestListener): unknown },
  door: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown,
) {
  const enter: RequestListener = (incoming, outgoing) => {
    try {
      const work = door(incoming, outgoing);
      if (work instanceof Promise) work.catch((error) => giveUp(outgoing, error));
    } catch (error) {
      giveUp(outgoing, error);
    }
  };
  server.on('request', enter);
  server.on('checkContinue', enter);
}

/** Nothing more can be said: dropping the connection tells the client now, not after two minutes. */
function giveUp(outgoing: ServerResponse, error: unknown) {
  outgoing.destroy(error instanceof Error ? error : undefined);
}
