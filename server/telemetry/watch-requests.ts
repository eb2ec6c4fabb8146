import type { IncomingMessage, ServerResponse } from 'node:http';
import { openScope, type RequestNotes, type RequestScope } from '#database/request-notes.ts';
import type { StoredFile } from '../files/stored-files.ts';
import { socketPath } from '../sockets/socket-path.ts';
import type { AnswerCounts } from './answer-times.ts';
import type { Figures } from './figures.ts';
import type { LogOutput } from './log-output.ts';
import { checks, createRequestFigures, type RouteFigures } from './request-figures.ts';
import { createClientMarks, eventOf, levelOf } from './security-events.ts';
import type { Traces } from './traces.ts';

export type RequestWatch = ReturnType<typeof watchRequests>;

type Options = {
  figures: Figures;
  answers: Pick<AnswerCounts, 'of'>;
  output: LogOutput;
  /** Of the log. */
  level: string;
  clientOf: (incoming: IncomingMessage) => string;
  /** Missing if nobody collects them. */
  traces?: Traces | undefined;
};

/** A finished request, as logs, metrics and traces see it. */
type Ended = {
  method: string;
  route: string;
  status: number;
  milliseconds: number;
  bytes: number;
  id: string;
};

const levels: Record<string, number> = { debug: 20, info: 30, warn: 40, error: 50, silent: 99 };

/**
 * Logs one line for each request, and another one if it matters for security, and counts it.
 * Nothing that the client sent gets in: no address, no query, no part of a body. The contents of
 * the lines come from database/request-notes.ts.
 */
export function watchRequests({ figures, answers, output, level, clientOf, traces }: Options) {
  const requests = createRequestFigures(figures, answers);
  const events = figures.counter(
    'site_security_events_total',
    'Refusals, limits that were hit, sign-ins and second factors that failed, changes of accounts, acts of staff.',
    'event',
  );
  const markOf = createClientMarks();
  const least = levels[level] ?? 30;
  const saysAll = least <= 30;
  const routesOfFiles = new WeakMap<StoredFile, RouteFigures>();

  function tell(
    figures: RouteFigures,
    ended: Ended,
    scope: RequestScope | undefined,
    left = false,
  ) {
    const { status, milliseconds, bytes } = ended;
    figures.count(left ? 0 : status, milliseconds, bytes);
    // At 170,000 lines a day they would bury all others.
    const number = checks.has(ended.route) && status < 400 && !left ? 20 : 30;
    if (number >= least) output.gather(lineOf(number, ended, scope, left));
  }

  /** Also for events outside requests, in a socket. */
  function noteEvent(
    event: ReturnType<typeof eventOf>,
    { act, actor, action, code, limit }: RequestNotes,
    where: { route: string; request?: string; status?: number; client: string },
  ) {
    if (!event) return;
    events.of({ event }).value += 1;
    const number = levelOf(event);
    if (number < least) return;
    const { client, ...place } = where;
    const isActed = event === 'staff act';
    const facts = {
      level: number,
      time: Date.now(),
      event,
      act: isActed ? act : undefined,
      actor: isActed ? actor : undefined,
      action: action,
      limit,
      code: plain(code),
      ...place,
      client: markOf(client),
    };
    output.gather(`${JSON.stringify(facts)}\n`);
  }

  return {
    noteEvent,

    /**
     * A socket lives long, so its opening gets a line of its own, and open sockets are a metric.
     */
    openedSocket(role: string) {
      if (!saysAll) return;
      const opened = { level: 30, time: Date.now(), route: socketPath, role, msg: 'socket opened' };
      output.gather(`${JSON.stringify(opened)}\n`);
    },

    /** Answered from memory, at once. */
    stored(
      incoming: IncomingMessage,
      file: StoredFile,
      routeOf: () => string,
      answered: { status: number; bytes: number; id: string; began: number },
    ) {
      let figures = routesOfFiles.get(file);
      if (!figures) {
        figures = requests.of(routeOf());
        routesOfFiles.set(file, figures);
      }
      const { status, bytes, id, began } = answered;
      const ended = performance.now();
      const { method = '' } = incoming;
      const { route } = figures;
      tell(figures, { method, route, status, milliseconds: ended - began, bytes, id }, undefined);
      traces?.add({ id, method, route, status, began, ended, scope: undefined });
    },

    /** All others: until the response has been sent, or the client has left. */
    open(incoming: IncomingMessage, outgoing: ServerResponse): RequestScope {
      const scope = openScope(traces?.takes() ?? false);
      const began = performance.now();
      const { socket } = incoming;
      const before = socket.bytesWritten;
      requests.underWay.count += 1;
      outgoing.once('close', () => {
        requests.underWay.count -= 1;
        const { notes } = scope;
        const route = notes.route ?? unknownRoute;
        const left = !outgoing.writableFinished;
        const status = outgoing.headersSent ? outgoing.statusCode : 0;
        const { method = '' } = incoming;
        const ended = performance.now();
        const milliseconds = ended - began;
        const bytes = socket.bytesWritten - before;
        const id = notes.id ?? '';
        tell(requests.of(route), { method, route, status, milliseconds, bytes, id }, scope, left);
        const event = eventOf(notes, status);
        if (event) {
          noteEvent(event, notes, { route, request: id, status, client: clientOf(incoming) });
        }
        traces?.add({ id, method, route, status, began, ended, scope });
      });
      return scope;
    },
  };
}

/** Refused before anybody looked at the address. */
const unknownRoute = 'none';

/** Assembled by hand: nothing in it needs escaping, and every page from memory gets a line too. */
function lineOf(
  level: number,
  { id, method, route, status, milliseconds, bytes }: Ended,
  scope: RequestScope | undefined,
  left: boolean,
): string {
  const about = `{"level":${level},"time":${Date.now()},"request":"${id}","method":"${method}","route":"${route}","status":${status},"ms":${Math.round(milliseconds * 10) / 10},"bytes":${bytes}`;
  if (!scope) return `${about},"role":"anon"}\n`;
  const { notes, statements, databaseTime } = scope;
  // Pages are the same for everybody: signed-in visitors ask the API for the rest.
  const role = `,"role":"${notes.role ?? 'anon'}"`;
  const asked =
    statements > 0 ? `,"statements":${statements},"databaseMs":${Math.round(databaseTime)}` : '';
  const code = plain(notes.code);
  const failed = code ? `,"code":"${code}"` : '';
  return `${about}${role}${asked}${failed}${left ? ',"left":true' : ''}}\n`;
}

/** SQL functions may raise codes of their own; only what looks like a code is logged. */
function plain(code: string | undefined): string | undefined {
  return code !== undefined && /^[\w-]{1,40}$/.test(code) ? code : undefined;
}
