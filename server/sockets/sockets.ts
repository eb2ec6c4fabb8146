import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { type Api, refuse } from '#api/api.ts';
import { ApiError } from '#api/errors.ts';
import { realtimeLimits } from '#api/realtime/limits.ts';
import { restarts } from '#api/realtime/realtime.ts';
import { createBodyShares } from '../door/body-shares.ts';
import { eventOf } from '../telemetry/security-events.ts';
import type { RequestWatch } from '../telemetry/watch-requests.ts';
import { readyFrame } from './ready-frame.ts';
import { socketPath } from './socket-path.ts';

type Options = {
  realtime: Api['realtime'];
  clientOf: (incoming: IncomingMessage) => string;
  /** Hears of failures that are ours. */
  reportBug: (error: unknown) => void;
  watch?: RequestWatch | undefined;
  begunShares?: typeof begunShares;
};

const megabyte = 1_048_576;

/** What has come of frames that are not whole yet: each may be a megabyte, and a client may have hundreds of sockets. */
const begunShares = { bytesOfOne: 24 * megabyte, bytesOfAll: 192 * megabyte };

const ours = /^\/realtime\/v1\//;

/** Everything else that asks for an upgrade is a request like others. */
export function isForSocket({ url = '' }: IncomingMessage): boolean {
  return ours.test(url);
}

/** Takes the sockets of /realtime/v1/websocket in, where the key allows it. The answer ends them. */
export function acceptSockets(
  server: Server,
  { realtime, clientOf, reportBug, watch, begunShares: shares = begunShares }: Options,
): () => Promise<void> {
  const sockets = new WebSocketServer({
    noServer: true,
    // Compression would keep a window of memory for each socket.
    perMessageDeflate: false,
    maxPayload: realtimeLimits.bytesOfFrame,
  });

  const begun = createBodyShares({ mostOfOne: Number.POSITIVE_INFINITY, ...shares });

  /** Only a whole message gives back: a ping may stand between the pieces of one. */
  function weighBegun(socket: Duplex, ws: WebSocket, client: string) {
    const share = begun.open(client);
    let bytes = 0;
    // Before ws reads it.
    socket.prependListener('data', ({ length }: Buffer) => {
      bytes += length;
      if (share?.weigh(length)) ws.terminate();
    });
    ws.on('message', () => {
      share?.weigh(-bytes);
      bytes = 0;
    });
    ws.on('close', () => share?.close());
  }

  async function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer) {
    const url = new URL(incoming.url ?? '/', 'http://site');
    const opening = await realtime.open(url, {
      origin: incoming.headers.origin,
      apikey: incoming.headers.apikey?.toString(),
      'x-api-key': incoming.headers['x-api-key']?.toString(),
    });
    sockets.handleUpgrade(incoming, socket, head, (ws) => {
      // A socket lives as long as it is used; the server's limits are for requests.
      incoming.socket.setTimeout(0);
      ws.on('error', () => {});
      weighBegun(socket, ws, clientOf(incoming));
      // What is said to one client in one go leaves in one piece.
      let isCorked = false;
      const uncork = () => {
        isCorked = false;
        socket.uncork();
      };
      const outcome = realtime.connect({
        ...opening,
        client: clientOf(incoming),
        send(frame) {
          if (ws.readyState !== WebSocket.OPEN) return;
          if (!isCorked) {
            isCorked = true;
            socket.cork();
            process.nextTick(uncork);
          }
          socket.write(readyFrame(frame));
        },
        unsent: () => ws.bufferedAmount,
        close: (code, reason) => ws.close(code, shortReason(reason)),
        cut: () => ws.terminate(),
        onMessage: (hear) =>
          ws.on('message', (data, isBinary) => {
            if (Buffer.isBuffer(data)) hear(data, isBinary);
          }),
        onClose: (hear) => ws.on('close', hear),
      });
      if (outcome === 'connected') watch?.openedSocket(opening.caller.role);
      // It came while the others were told: left open, it would hold the server.
      else if (outcome === 'stopping') ws.close(...restarts);
      else {
        watch?.noteEvent(
          'limit',
          { code: 'too_many_sockets' },
          { route: socketPath, client: clientOf(incoming) },
        );
        ws.close(
          1013,
          `There are ${outcome === 'too many' ? 'too many sockets' : 'too many sockets of one client'}`,
        );
      }
    });
  }

  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isForSocket(incoming)) return; // another's, as of the development server
    socket.on('error', () => {});
    upgrade(incoming, socket, head).catch((error: unknown) => {
      const expected = error instanceof ApiError ? error : new ApiError('unexpected');
      if (expected !== error) reportBug(error);
      const { code, status } = expected;
      const place = { route: socketPath, status, client: clientOf(incoming) };
      watch?.noteEvent(eventOf({ code }, status), { code }, place);
      turnAway(socket, expected);
    });
  });
  return realtime.stop;
}

async function turnAway(socket: Duplex, error: ApiError) {
  const url = new URL('http://site/realtime/v1/websocket');
  const response = refuse(error, new Request(url), url);
  const body = await response.text();
  socket.end(
    `HTTP/1.1 ${response.status} ${error.code}\r\ncontent-type: application/json\r\ncache-control: no-store\r\n` +
      `x-content-type-options: nosniff\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** As much as a close may carry (RFC 6455). With more it is no close, and the socket stays open. */
const mostOfReason = new Uint8Array(123);

function shortReason(reason: string): string {
  return reason.slice(0, new TextEncoder().encodeInto(reason, mostOfReason).read);
}
