import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Processor time that a process and all its descendants have used; 0 where there is no /proc. */
export function cpuSeconds(root: number | undefined): number {
  const processes = readProcesses();
  const family = new Set([root]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  const ticks = processes
    .filter(({ pid }) => family.has(pid))
    .reduce((sum, one) => sum + one.ticks, 0);
  return ticks / ticksPerSecond;
}

/** Of a process without its descendants; 0 where there is no /proc. */
export function ownCpuSeconds(pid: number | undefined): number {
  return pid ? (readProcess(String(pid))?.ticks ?? 0) / ticksPerSecond : 0;
}

function readProcesses(): { pid: number; parent: number; ticks: number }[] {
  let names: string[] = [];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return names.flatMap((name) => readProcess(name) ?? []);
}

function readProcess(name: string): { pid: number; parent: number; ticks: number } | undefined {
  try {
    const line = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The name of the program stands in brackets and may hold anything.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const [, parent, ...rest] = fields.map(Number);
    const ticks = (rest[9] ?? 0) + (rest[10] ?? 0);
    return { pid: Number(name), parent: parent ?? 0, ticks };
  } catch {
    return undefined; // it has ended meanwhile
  }
}
