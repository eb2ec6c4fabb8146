import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The Node option with which a process reports its memory on request. */
export const tellingMemory = `--import=${join(import.meta.dirname, 'tell-memory.ts')}`;

/** The memory that the system has given to a process, in megabytes, by the system's own names. */
export function memoryOf({ pid }: ChildProcess, kind: 'VmRSS' | 'RssAnon' | 'RssFile'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = status.match(new RegExp(`${kind}:\\s+(\\d+)`)) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}

/** Node's own figures; with SIGWINCH, after a garbage collection. */
export async function askMemory(
  child: ChildProcess,
  signal: 'SIGUSR2' | 'SIGWINCH' = 'SIGUSR2',
): Promise<NodeJS.MemoryUsage> {
  const told = new Promise<NodeJS.MemoryUsage>((resolve) => {
    let output = '';
    const listen = (chunk: Buffer) => {
      output += chunk;
      const [, memory] = output.match(/^memory (.*)$/m) ?? [];
      if (!memory) return;
      child.stdout?.off('data', listen);
      resolve(JSON.parse(memory));
    };
    child.stdout?.on('data', listen);
  });
  child.kill(signal);
  return told;
}

export const megabytes = (bytes: number) => Math.round(bytes / 1_048_576);
