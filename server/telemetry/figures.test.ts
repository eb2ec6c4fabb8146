import { expect, it } from 'vitest';
import { createAnswerCounts } from './answer-times.ts';
import { createFigures } from './figures.ts';
import { createRequestFigures } from './request-figures.ts';

it('writes counters, gauges and histograms in Prometheus’ format', async () => {
  const figures = createFigures();
  const mails = figures.counter('site_mails_total', 'Mails.', 'lane', 'outcome');
  mails.of({ lane: 'urgent', outcome: 'sent' }).value += 2;
  mails.of({ lane: 'urgent', outcome: 'sent' }).value += 1;
  figures.gauge('site_up', 'Whether.', () => 1);
  const times = figures
    .histogram('site_time_seconds', 'Time.', [0.01, 1], 'route')
    .of({ route: '/' });
  for (const milliseconds of [10, 11, 500, 2_000]) times.add(milliseconds);
  expect(await figures.text()).toBe(`# HELP site_mails_total Mails.
# TYPE site_mails_total counter
site_mails_total{lane="urgent",outcome="sent"} 3
# HELP site_up Whether.
# TYPE site_up gauge
site_up 1
# HELP site_time_seconds Time.
# TYPE site_time_seconds histogram
site_time_seconds_bucket{route="/",le="0.01"} 1
site_time_seconds_bucket{route="/",le="1"} 3
site_time_seconds_bucket{route="/",le="+Inf"} 4
site_time_seconds_sum{route="/"} 2.521
site_time_seconds_count{route="/"} 4
`);
});

it('leaves out what cannot be read at the moment, and writes the rest', async () => {
  const figures = createFigures();
  figures.gauge('site_away', 'Asks the database.', () => Promise.reject(new Error('away')));
  figures.gauge('site_nothing', 'Has no lines.', () => []);
  figures.gauge('site_here', 'Is here.', () => 1);
  expect(await figures.text()).toBe(
    '# HELP site_here Is here.\n# TYPE site_here gauge\nsite_here 1\n',
  );
});

it('escapes labels, so that none can end early', async () => {
  const figures = createFigures();
  figures.counter('c', 'C.', 'name').of({ name: 'a"b\\c\nd' }).value += 1;
  expect(await figures.text()).toContain('c{name="a\\"b\\\\c\\nd"} 1\n');
});

it('lumps together everything beyond the maximum number of names', async () => {
  const figures = createFigures();
  const requests = createRequestFigures(figures, createAnswerCounts());
  for (let place = 0; place < 10_000; place += 1) requests.of(`/${place}`).count(200, 1, 10);
  const text = await figures.text();
  expect(text.match(/^site_http_requests_total\{/gm)).toHaveLength(501);
  expect(text).toContain('site_http_requests_total{route="other",status="2xx"} 9500\n');
  expect(text).toContain('site_http_sent_bytes_total 100000\n');
});
