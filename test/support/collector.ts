import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
};
type Envelope = {
  resourceSpans: { resource: object; scopeSpans: { scope: object; spans: Span[] }[] }[];
};

/** Accepts traces as an OpenTelemetry collector does. */
export async function openCollector() {
  const spans: Span[] = [];
  const asked: { url: string | undefined; headers: NodeJS.Dict<string | string[]> }[] = [];
  const state = { status: 200 };
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Envelope;
    asked.push({ url: request.url, headers: request.headers });
    spans.push(
      ...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
    );
    response.writeHead(state.status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    spans,
    asked,
    state,
    close: () => server.close(),
  };
}
