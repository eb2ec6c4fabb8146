import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { darkColors, lightColors } from '#domain/site/brand.ts';
import { atLeast, atMost, type Result } from './result.ts';
import { chartsIn, filesOf, readNotes, readResults } from './results-page.ts';

const bench = join(import.meta.dirname, '..');

const result: Result = {
  name: 'doors',
  title: 'Doors',
  explanation: 'Our doors beside a hole in the wall.',
  rows: [
    { case: 'front', 'people/s': 90, ratio: '0.90', 'CPU ratio': '1.20' },
    { case: 'back | side', 'people/s': 70, ratio: '0.70', 'CPU ratio': 'NaN' },
    { case: 'window <new>', 'people/s': 5, ratio: '0.05' },
  ],
  goals: [atLeast('ratio', 0.9, ['front', 'back | side']), atMost('CPU ratio', 1.15)],
  drawn: ['people/s'],
  machine: { processor: 'Abacus 9', cores: 2, gigabytes: 4, node: '24.0.0', postgresql: '18.4' },
  start: { at: '2026-03-01T10:00:00.000Z', load: 0.1 },
  end: { at: '2026-03-01T10:04:10.000Z', load: 1.5 },
};
const files = filesOf([result]);

describe('the page of results', () => {
  const page = files.get('RESULTS.md') ?? '';

  it('says of each figure with a goal whether it was reached', () => {
    expect(page).toContain(`| case | people/s | ratio | CPU ratio |
| --- | ---: | ---: | ---: |
| front | 90 | 0.90 (at least 0.9: reached) | 1.20 (at most 1.15: **not reached**) |
| back \\| side | 70 | 0.70 (at least 0.9: **not reached**) | NaN (at most 1.15: **not measured**) |
| window <new> | 5 | 0.05 |  |
`);
  });

  it('begins with a summary', () => {
    expect(page).toContain(
      '| Doors | 1 of 4 | front: CPU ratio 1.20, goal at most 1.15 (not reached); back \\| side: ',
    );
    expect(page.indexOf('| Doors |')).toBeLessThan(page.indexOf('## Doors'));
  });

  it('describes the machine and its load', () => {
    expect(page).toContain(
      'Measured on 2026-03-01 10:00 UTC in 4 min; Abacus 9, 2 cores, 4 GB; Node 24.0.0, PostgreSQL 18.4; load average of a minute 0.10 at the start, 1.50 at the end.',
    );
  });

  it('shows the charts that are written with it', () => {
    const shown = [...page.matchAll(/\]\((results\/.+?\.svg)\)/g)].map(([, path]) => path);
    expect(shown).toEqual([
      'results/doors-ratio.svg',
      'results/doors-cpu-ratio.svg',
      'results/doors-people-s.svg',
    ]);
    expect([...files.keys()]).toEqual(['RESULTS.md', ...shown]);
  });

  it('says how to get figures when there are none', () => {
    expect(filesOf([]).get('RESULTS.md')).toContain('There are none yet: `npm run bench`');
  });
});

describe('a chart', () => {
  const chart = files.get('results/doors-ratio.svg') ?? '';

  it('describes in words what it shows', () => {
    expect(chart).toContain('<title id="title">Doors: ratio</title>');
    expect(chart).toContain(
      '<desc id="desc">The line is the goal: at least 0.9. front: 0.90, reached (at least 0.9); back | side: 0.70, not reached (at least 0.9); window &#60;new&#62;: 0.05.</desc>',
    );
  });

  it('draws the goal where a bar of that size would end', () => {
    const [front] = chart.match(/<rect class="bar".*?>/) ?? [];
    expect(front).toContain('x="260" y="71" width="320"');
    expect(chart).toContain('d="M580 66v26"');
  });

  it('has the colours of both colour schemes', () => {
    const [light, dark] = chart.split('@media (prefers-color-scheme: dark)');
    for (const name of ['paper', 'ink', 'muted', 'pine', 'clay'] as const) {
      expect(light).toContain(lightColors[name]);
      expect(dark).toContain(darkColors[name]);
    }
  });

  it('is an image', () => {
    const { width, height } = new Resvg(chart);
    expect({ width, height }).toEqual({ width: 760, height: 158 });
  });

  it('is not drawn for what nobody measured', () => {
    const [row] = result.rows;
    const rows = [{ ...row, 'CPU ratio': 'NaN' }];
    expect([...filesOf([{ ...result, rows }]).keys()]).not.toContain('results/doors-cpu-ratio.svg');
  });
});

it('bench/RESULTS.md and its charts match bench/results/*.json: npm run bench writes them', () => {
  const wanted = filesOf(readResults(bench), readNotes(bench));
  const charts = [...wanted.keys()].filter((path) => path !== 'RESULTS.md');
  expect(chartsIn(bench).toSorted()).toEqual(charts.toSorted());
  for (const [path, text] of wanted) expect(readFileSync(join(bench, path), 'utf8')).toBe(text);
});
