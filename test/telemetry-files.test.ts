import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createLogger } from '#server/logger.ts';
import { readConfig } from '#server/settings/config.ts';
import { openLogOutput } from '#server/telemetry/log-output.ts';
import { openTelemetry } from '#server/telemetry/telemetry.ts';

const output = openLogOutput();
const telemetry = await openTelemetry(
  readConfig({ METRICS_PORT: '0', LOG_LEVEL: 'silent' }),
  createLogger('silent', output),
  output,
);
const nothing = { connections: { busy: 0, idle: 0, 'waited for': 0 }, turns: {}, replicas: [] };
const port = await telemetry.open({
  database: { state: () => nothing as never, asService: {} as never },
  server: () => ({ kept: 0, cached: 0, cachedBytes: 0, sockets: 0, channels: 0 }),
  lanes: [],
});
afterAll(async () => {
  await port.close();
  await telemetry.stop();
});

const known = new Set(telemetry.figures.names());
const rulesFile = 'deploy/prometheus-rules.yml';
const rules = readFileSync(rulesFile, 'utf8');
const dashboard = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const doc = readFileSync('docs/seeing.md', 'utf8');

/** Our metric names in an expression, without the suffixes of histograms. */
const namesIn = (text: string) =>
  [...text.matchAll(/\bsite_[a-z_]+/g)].map(([name]) =>
    known.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ''),
  );

describe('the metrics named', () => {
  it.each([
    [rulesFile, namesIn(rules)],
    [
      'deploy/grafana-dashboard.json',
      dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr))),
    ],
    ['docs/seeing.md', namesIn(doc)],
  ])('by %s exist', (_, named) => {
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('by the documentation are all that exist', () => {
    const rows = [...doc.matchAll(/^\| `(site_[a-z_]+)` \|/gm)].map(([, name]) => name);
    expect(rows.toSorted()).toEqual([...known].toSorted());
  });

  it('by the dashboard are all that exist', () => {
    const shown = new Set(
      dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr))),
    );
    expect([...known].filter((name) => !shown.has(name))).toEqual([]);
  });
});

describe('an alert', () => {
  const alerts = rules.split(/^ {6}- alert: /m).slice(1);

  it.each(alerts.map((alert) => [alert.split('\n')[0] ?? '', alert]))(
    '%s says what to do, and the page that its link leads to says more',
    (name, alert) => {
      expect(alert).toMatch(/severity: (critical|warning|info)$/m);
      expect(alert).toMatch(/description: >-\n {12}\S.{30}/);
      expect(alert).toContain(`runbook: docs/seeing.md#${name.toLowerCase()}\n`);
      expect(doc).toMatch(new RegExp(`^### ${name}\\n\\n.{60}`, 'm'));
    },
  );
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

it.skipIf(!hasPromtool)('promtool accepts rules and configuration', () => {
  const said = execFileSync('promtool', ['check', 'config', 'deploy/prometheus.yml'], {
    encoding: 'utf8',
  });
  expect(said).toMatch(/SUCCESS: \d+ rules found/);
});
