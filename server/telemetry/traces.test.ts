import { afterAll, expect, it } from 'vitest';
import { openCollector } from '#test/support/collector.ts';
import { openTraces } from './traces.ts';

const collector = await openCollector();
afterAll(() => collector.close());

const settings = { headers: {}, serviceName: 'site', share: 1 };
const traced = {
  id: crypto.randomUUID(),
  method: 'GET',
  route: '/jobs',
  status: 200,
  began: 1,
  ended: 2,
  scope: undefined,
};

it('reports once that the collector is down, drops what it did not accept, and goes on when it is back', async () => {
  const problems: string[] = [];
  const traces = openTraces({ ...settings, endpoint: `${collector.url}/` }, (problem) =>
    problems.push(problem),
  );
  collector.state.status = 503;
  for (let count = 0; count < 3; count += 1) {
    traces.add(traced);
    await traces.flush();
  }
  expect(problems).toEqual(['it answered 503']);
  collector.state.status = 200;
  const before = collector.spans.length;
  traces.add(traced);
  await traces.stop();
  expect(collector.spans.length - before).toBe(1);
});

it('keeps no more than it can send', async () => {
  const nowhere = openTraces({ ...settings, endpoint: 'http://127.0.0.1:1' }, () => {});
  for (let count = 0; count < 20_000; count += 1) nowhere.add(traced);
  await nowhere.stop();
});

it('samples as many requests as configured', async () => {
  const none = openTraces({ ...settings, share: 0, endpoint: collector.url }, () => {});
  expect(Array.from({ length: 100 }, none.takes)).not.toContain(true);
  const before = collector.spans.length;
  none.add(traced);
  await none.stop();
  expect(collector.spans).toHaveLength(before);
});
