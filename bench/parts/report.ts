import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { chooseAccount, preparePrograms } from '#database/embedded/place.ts';
import type { Goal, Result } from './result.ts';

type Figures = Readonly<Record<string, string | number | undefined>>;

/**
 * A process runs one benchmark, or several one after the other: each begins where the last one
 * ended.
 */
let start = moment();

/**
 * Prints what a benchmark measured, and keeps it in `bench/results` for `bench/RESULTS.md`. With
 * arguments it is only printed: a partial result must not stand for the whole.
 */
export function report(
  name: string,
  {
    title,
    explanation,
    rows,
    goals = [],
    drawn = [],
  }: {
    title: string;
    explanation: string;
    rows: readonly Figures[];
    goals?: Goal[];
    drawn?: string[];
  },
) {
  console.table(rows);
  const end = moment();
  if (process.argv.length === 2) {
    const said = { name, title, explanation, rows: rows.map(measuredOf), goals, drawn };
    const result: Result = { ...said, machine: describeMachine(), start, end };
    const folder = join(import.meta.dirname, '../results');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
  }
  start = end;
}

/** JSON has no infinite numbers; as a word the figure stays, and counts as not measured. */
function measuredOf(row: Figures): Result['rows'][number] {
  const kept: Result['rows'][number] = {};
  for (const [figure, value] of Object.entries(row)) {
    if (value === undefined) continue;
    kept[figure] = typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  }
  return kept;
}

/** The load average of the last minute. */
function moment(): Result['start'] {
  return { at: new Date().toISOString(), load: Number(loadavg()[0]?.toFixed(2)) };
}

function describeMachine(): Result['machine'] {
  const { bin } = preparePrograms(chooseAccount('.'));
  const said = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return {
    processor: cpus()[0]?.model.trim() || 'unknown processor', // from /proc/cpuinfo
    cores: availableParallelism(),
    gigabytes: Math.round(totalmem() / 1e9),
    node: process.versions.node,
    postgresql: said.match(/[\d.]+/)?.[0] ?? 'unknown',
  };
}
