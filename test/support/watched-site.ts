import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';
import { createLogger } from '#server/logger.ts';
import { openLogOutput } from '#server/telemetry/log-output.ts';
import { takeConsole } from '#server/telemetry/take-console.ts';
import { openCollector } from './collector.ts';
import { makeDataDir } from './engine.ts';
import { startTestServer } from './start-test-server.ts';

type Line = Record<string, unknown> & { route?: string; event?: string; status?: number };

/** A site whose log, figures and traces are read. It is stopped after the tests of the file. */
export async function openWatchedSite() {
  const collector = await openCollector();
  const file = join(makeDataDir('site-log-'), 'log');
  const output = openLogOutput(openSync(file, 'a'));
  const site = await startTestServer(
    inject('engine'),
    {
      LOG_LEVEL: 'debug',
      METRICS_PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=the%20key',
      AUTH_LIMIT_TOKENS: '40/300',
    },
    { output },
  );
  const giveBack = takeConsole(createLogger('debug', output));
  afterAll(async () => {
    giveBack();
    await site.stop();
    collector.close();
  });

  async function lines(): Promise<Line[]> {
    await output.written();
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  /** The line of a request is written when its response has been sent, a moment after the client has read it. */
  async function lineOf(response: Response): Promise<Line> {
    const request = response.headers.get('x-request-id');
    await expect
      .poll(async () => (await lines()).some((line) => line.request === request))
      .toBe(true);
    return (await lines()).find((line) => line.request === request && line.method) ?? {};
  }

  async function eventOf(response: Response): Promise<Line | undefined> {
    await lineOf(response);
    const request = response.headers.get('x-request-id');
    return (await lines()).find((line) => line.request === request && line.event);
  }

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(site.url + path, { headers });
  const post = (
    path: string,
    body: object,
    headers: Record<string, string> = site.actors.anonymous.headers,
  ) => fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const figures = async () => (await fetch(site.metricsUrl)).text();

  return { site, collector, file, lines, lineOf, eventOf, get, post, figures };
}
