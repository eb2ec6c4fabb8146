import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ErrorCode } from '#api/errors.ts';
import type { AnswerCrowd } from './answer-crowd.ts';
import { bodyLimits, bodyShares, leastPace, sizeInWords } from './body-limits.ts';
import { createBodyShares, type Weigh } from './body-shares.ts';
import { createPile } from './pile.ts';
import { turnAway } from './turn-away.ts';
import { createUnreadAnswers, unreadShares } from './unread-answers.ts';

export type DoorOptions = {
  /** The client whom a request counts for. */
  clientOf: (incoming: IncomingMessage) => string;
  /** Refuses what would be refused behind it anyhow. */
  answerCrowd?: AnswerCrowd | undefined;
  isHttps?: boolean;
  limits?: typeof bodyLimits;
  shares?: typeof bodyShares;
  pace?: typeof leastPace;
  unread?: typeof unreadShares;
};

/**
 * Stands before everything that reads: takes a body in, as far as it is small and quick enough and its
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
    unread = unreadShares,
  }: DoorOptions,
): RequestListener {
  const open = createBodyShares(shares);
  const followAnswer = createUnreadAnswers(unread);

  return (incoming, outgoing) => {
    // A connection that breaks is the client's affair; without a listener it would be the process's.
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
    const limit = limits.find(
      ({ startsWith, includes = '' }) => url.startsWith(startsWith) && url.includes(includes),
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
    const share = open.open(clientOf(incoming));
    if (!share) return refuse('too_many_at_once');
    outgoing.once('close', share.close);

    if (isExpected) outgoing.writeContinue();
    const read = await readBody(incoming, {
      mostBytes,
      weigh: share.weigh,
      milliseconds: (limit?.seconds ?? 0) * 1_000,
      pace,
    });
    if (read === 'left') return;
    if (read === 'too large') {
      return refuse('payload_too_large', tooLarge);
    }
    if (read === 'too slow') return refuse('body_too_slow');
    if (read === 'own crowd') return refuse('too_many_at_once');
    if (read === 'crowd') return refuse('database_unavailable');
    // The name under which @hono/node-server looks for a body that was read before it.
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

/** The whole body, or why there is none. Of a body that is refused nothing stays in memory. */
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
    // One timer for both: most bodies are here before it is heard once.
    const look = () => {
      if (bytes - bytesBefore < pace.bytes || performance.now() >= latest) finish('too slow');
      bytesBefore = bytes;
    };
    const looking = setInterval(look, Math.min(pace.seconds * 1_000, milliseconds));
    incoming.on('data', take).on('end', end).on('close', leave);
  });
}

/** For servers that answer `Expect: 100-continue` by themselves, which is before anybody looked. */
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

/** Nothing can be said any more; who waits hears that at once instead of in two minutes. */
function giveUp(outgoing: ServerResponse, error: unknown) {
  outgoing.destroy(error instanceof Error ? error : undefined);
}
