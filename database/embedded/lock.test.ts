import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockOwner } from './lock.ts';

const rounds = 80;

/**
 * Takes one lock after the other at the same moment as its rivals, and lives on until it is killed.
 */
const rival = `
  const { takeLock } = await import(process.argv[1]);
  const [folder, begin] = process.argv.slice(2);
  const taken = [];
  for (let round = 0; round < ${rounds}; round += 1) {
    while (Date.now() < Number(begin) + 15 * round);
    if (takeLock(folder + '/' + round).taken) taken.push(round);
  }
  console.log(JSON.stringify(taken));
  setInterval(() => {}, 1_000);
`;

it('of several processes that find the lock of a dead process at the same moment, one takes it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'locks-'));
  for (let round = 0; round < rounds; round += 1) {
    writeFileSync(join(folder, String(round)), '999999999 1');
  }
  const words = [join(import.meta.dirname, 'lock.ts'), folder, String(Date.now() + 700)];
  const rivals = [1, 2, 3].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', rival, ...words]),
  );
  try {
    const taken = await Promise.all(
      rivals.map(
        ({ stdout }) =>
          new Promise<number[]>((resolve) =>
            stdout.once('data', (line) => resolve(JSON.parse(String(line)))),
          ),
      ),
    );
    expect(taken.flat().toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: rounds }, (_, round) => round),
    );
  } finally {
    for (const each of rivals) each.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});

it.skipIf(process.platform !== 'linux')(
  'a zombie that nobody has reaped, as in a container, holds no lock',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'locks-'));
    // The parent becomes a program that never reaps its child.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
    try {
      const child = Number(
        await new Promise((resolve) => parent.stdout.once('data', (line) => resolve(String(line)))),
      );
      const stat = () => {
        const line = readFileSync(`/proc/${child}/stat`, 'utf8');
        return line.slice(line.lastIndexOf(')') + 2).split(' ');
      };
      const lock = join(folder, 'server.lock');
      writeFileSync(lock, `${child} ${stat()[19]}`);
      expect(lockOwner(lock)).toBe(child);
      // Until then it is a shell, which would reap it.
      await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
      process.kill(child, 'SIGKILL');
      await expect.poll(() => stat()[0]).toBe('Z');
      expect(lockOwner(lock)).toBeUndefined();
    } finally {
      parent.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
