import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/**
 * Processor time of a process and all its descendants, including those that have ended; 0 where
 * there is no /proc.
 */
export function cpuSeconds(root: number | undefined): number {
  const processes = readProcesses();
  const family = new Set([root]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  const ticks = processes
    .filter(({ pid }) => family.has(pid))
    .reduce((sum, one) => sum + one.ticks + one.ended, 0);
  return ticks / ticksPerSecond;
}

/** Of a process without its descendants; 0 where there is no /proc. */
export function ownCpuSeconds(pid: number | undefined): number {
  return pid ? (readProcess(String(pid))?.ticks ?? 0) / ticksPerSecond : 0;
}

type Process = {
  pid: number;
  parent: number;
  ticks: number;
  /** Of its descendants that have ended. */
  ended: number;
};

function readProcesses(): Process[] {
  let names: string[] = [];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return names.flatMap((name) => readProcess(name) ?? []);
}

function readProcess(name: string): Process | undefined {
  try {
    const line = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The program's name is in parentheses and may contain anything.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const [, parent, ...rest] = fields.map(Number);
    const ticks = (rest[9] ?? 0) + (rest[10] ?? 0);
    const ended = (rest[11] ?? 0) + (rest[12] ?? 0);
    return { pid: Number(name), parent: parent ?? 0, ticks, ended };
  } catch {
    return undefined; // it has ended meanwhile
  }
}
