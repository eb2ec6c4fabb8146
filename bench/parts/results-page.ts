import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawChart, limitOf } from './chart.ts';
import { goalOf, judge, nameOf, type Result, type Row, resultSchema } from './result.ts';

const introduction = `# What the benchmarks say

Written by \`npm run bench\` from \`bench/results/*.json\` and \`bench/NOTES.md\`; do not edit it by hand.
\`npm run bench -- NAME\` runs one benchmark and renews only its figures; with more arguments it prints figures and keeps none.

## How to read it

- **Ratios first.** Where there is a minimum that the work could cost (a bare handler with the same bytes, the same SQL
  by hand, the hash alone, a small board), its figures are beside ours. Both were measured in short turns of the same
  run, so that a slow moment of the machine affected them alike. Each benchmark says which way its ratios go.
- **Load affects rates.** Requests per second, milliseconds and p95 (all but the slowest twentieth stayed below it) say
  what this machine did in those minutes. The load average at the start says how busy it was with other work, compared
  to its cores; at the end it includes the benchmark's own work. On a busy machine, repeat a benchmark before believing it.
- **CPU is robust.** The processor time of a piece of work changes far less beside other work than a rate does.
  Where the ratio of rates and the CPU ratio disagree, the machine was busy, or something waits rather than works.
- **Goals** are in the cell of their figure, with the verdict in words: reached, not reached, or not measured; and
  in the charts as a line. The figure is compared to its goal as displayed.
`;

/** Everything written from the results, by path inside `bench`: the page and its charts. */
export function filesOf(results: readonly Result[], notes = ''): Map<string, string> {
  const charts = new Map<string, string>();
  const parts = results.map((result) => {
    const figures = new Set([...result.goals.map(({ figure }) => figure), ...result.drawn]);
    const pictures = [...figures].flatMap((figure) => {
      const chart = drawChart(result, figure);
      if (!chart) return [];
      const path = `results/${result.name}-${slugOf(figure)}.svg`;
      charts.set(path, chart);
      return [`![${result.title}: ${figure}, as bars; the figures are in the table](${path})`];
    });
    return [
      `## ${result.title}`,
      result.explanation,
      tableOf(result),
      ...pictures,
      circumstancesOf(result),
    ].join('\n\n');
  });
  const page = [introduction, summaryOf(results), notes, ...parts]
    .map((piece) => piece.trim())
    .filter(Boolean);
  return new Map([['RESULTS.md', `${page.join('\n\n')}\n`], ...charts]);
}

/** Our own notes on what figures do not say by themselves. */
export function readNotes(folder: string): string {
  const file = join(folder, 'NOTES.md');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

export function readResults(folder: string): Result[] {
  const results = join(folder, 'results');
  if (!existsSync(results)) return [];
  return readdirSync(results)
    .filter((file) => file.endsWith('.json'))
    .map((file) => resultSchema.parse(JSON.parse(readFileSync(join(results, file), 'utf8'))))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Rewrites the page and the charts, and deletes charts whose figure no longer exists. */
export function writeResults(folder: string) {
  const files = filesOf(readResults(folder), readNotes(folder));
  mkdirSync(join(folder, 'results'), { recursive: true });
  for (const path of chartsIn(folder)) if (!files.has(path)) rmSync(join(folder, path));
  for (const [path, text] of files) writeFileSync(join(folder, path), text);
}

export function chartsIn(folder: string): string[] {
  const results = join(folder, 'results');
  if (!existsSync(results)) return [];
  return readdirSync(results)
    .filter((file) => file.endsWith('.svg'))
    .map((file) => `results/${file}`);
}

function summaryOf(results: readonly Result[]): string {
  if (results.length === 0) {
    return '## Figures\n\nThere are none yet: `npm run bench` measures all parts, `npm run bench -- NAME` one of them.';
  }
  const lines = results.map((result) => {
    const judged = result.rows.flatMap((row) =>
      Object.entries(row).flatMap(([figure, value]) => {
        const goal = goalOf(result, row, figure);
        return goal ? [{ row, figure, value, goal, verdict: judge(value, goal) }] : [];
      }),
    );
    const missed = judged.filter(({ verdict }) => verdict !== 'reached');
    const told = missed.map(
      ({ row, figure, value, goal, verdict }) =>
        `${nameOf(row)}: ${figure} ${value}, goal ${limitOf(goal)} (${verdict})`,
    );
    const reached =
      judged.length > 0 ? `${judged.length - missed.length} of ${judged.length}` : 'no goal';
    return lineOf([result.title, reached, told.join('; ')]);
  });
  return [
    '## All parts\n',
    lineOf(['part', 'goals reached', 'not reached']),
    lineOf(['---', '---', '---']),
    ...lines,
  ].join('\n');
}

function tableOf(result: Result): string {
  const figures = [...new Set(result.rows.flatMap((row) => Object.keys(row)))];
  return [
    lineOf(figures),
    lineOf(figures.map((_, place) => (place === 0 ? '---' : '---:'))),
    ...result.rows.map((row) => lineOf(figures.map((figure) => cellOf(result, row, figure)))),
  ].join('\n');
}

function cellOf(result: Result, row: Row, figure: string): string {
  const value = row[figure];
  if (value === undefined) return '';
  const goal = goalOf(result, row, figure);
  if (!goal) return String(value);
  const verdict = judge(value, goal);
  return `${value} (${limitOf(goal)}: ${verdict === 'reached' ? verdict : `**${verdict}**`})`;
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function circumstancesOf({ machine, start, end }: Result): string {
  const minutes = Math.max(1, Math.round((Date.parse(end.at) - Date.parse(start.at)) / 60_000));
  return [
    `Measured on ${start.at.slice(0, 16).replace('T', ' ')} UTC in ${minutes} min`,
    `${machine.processor}, ${machine.cores} cores, ${machine.gigabytes} GB`,
    `Node ${machine.node}, PostgreSQL ${machine.postgresql}`,
    `load average of a minute ${start.load.toFixed(2)} at the start, ${end.load.toFixed(2)} at the end.`,
  ].join('; ');
}

function slugOf(figure: string): string {
  return figure
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
