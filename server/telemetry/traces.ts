import { randomBytes } from 'node:crypto';
import type { Asked, RequestScope } from '#database/request-notes.ts';

/** A finished request with its database queries. Times are those of `performance.now()`. */
export type Traced = {
  id: string;
  method: string;
  route: string;
  status: number;
  began: number;
  ended: number;
  scope: RequestScope | undefined;
};

export type Traces = {
  /** Whether the steps of the next request should be recorded. */
  takes(): boolean;
  add(traced: Traced): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
};

export type TraceSettings = {
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** The share of requests that are traced: 1 means all. */
  share: number;
};

const sendEvery = 5_000;
const patience = 10_000;
/** At most this many spans wait for the collector; any beyond that are dropped. */
const mostWaiting = 4_096;
const together = 512;

/**
 * Sends spans to a collector, as OTLP over HTTP in JSON. A span contains the route pattern, the
 * names that queries have in our code, and durations: no address, no SQL, no values. The trace has
 * the request's id from the log.
 */
export function openTraces(
  { endpoint, headers, serviceName, share }: TraceSettings,
  note: (problem: string) => void,
): Traces {
  const address = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const waiting: object[] = [];
  let sending: Promise<void> | undefined;
  let isAway = false;
  const timer = setInterval(send, sendEvery).unref();

  async function post(spans: object[]) {
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(envelope(serviceName, spans)),
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`it answered ${response.status}`);
      isAway = false;
    } catch (error) {
      // Spans are for looking, not for keeping, so these are dropped. Reported once, until a batch
      // gets through.
      if (!isAway) note(error instanceof Error ? error.message : 'it does not answer');
      isAway = true;
    }
  }

  function send(): Promise<void> {
    if (waiting.length === 0) return sending ?? Promise.resolve();
    sending ??= post(waiting.splice(0, mostWaiting)).finally(() => {
      sending = undefined;
    });
    return sending;
  }

  async function flush() {
    await sending;
    await send();
  }
  return {
    flush,
    takes: () => share >= 1 || Math.random() < share,
    add(traced) {
      const isTaken = traced.scope ? traced.scope.steps !== undefined : this.takes();
      if (!isTaken || waiting.length >= mostWaiting) return;
      waiting.push(...spansOf(traced));
      if (waiting.length >= together) send();
    },
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

function envelope(serviceName: string, spans: object[]) {
  const resource = { attributes: [attribute('service.name', serviceName)] };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'site' }, spans }] }] };
}

const server = 2;
const client = 3;
const failed = { code: 2 };

function spansOf({ id, method, route, status, began, ended, scope }: Traced): object[] {
  const traceId = id.replaceAll('-', '') || randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  const { role, code } = scope?.notes ?? {};
  const whole = {
    traceId,
    spanId,
    name: `${method} ${route}`,
    kind: server,
    ...during(began, ended),
    attributes: [
      attribute('http.request.method', method),
      attribute('http.route', route),
      attribute('http.response.status_code', status),
      ...(role ? [attribute('site.role', role)] : []),
      ...(code ? [attribute('error.type', code)] : []),
    ],
    ...(status >= 500 && { status: failed }),
  };
  const steps = scope?.steps ?? [];
  return [whole, ...steps.map((step) => spanOf(step, traceId, spanId))];
}

function spanOf({ names, began, ended, isFailed }: Asked, traceId: string, parentSpanId: string) {
  return {
    traceId,
    spanId: randomBytes(8).toString('hex'),
    parentSpanId,
    name: names.join(', ') || 'transaction',
    kind: client,
    ...during(began, ended),
    attributes: [
      attribute('db.system.name', 'postgresql'),
      attribute('db.operation.batch.size', names.length),
    ],
    ...(isFailed && { status: failed }),
  };
}

function during(began: number, ended: number) {
  return { startTimeUnixNano: nanoseconds(began), endTimeUnixNano: nanoseconds(ended) };
}

function nanoseconds(time: number): string {
  return `${BigInt(Math.round((performance.timeOrigin + time) * 1_000))}000`;
}

function attribute(key: string, value: string | number) {
  return { key, value: typeof value === 'string' ? { stringValue: value } : { intValue: value } };
}
