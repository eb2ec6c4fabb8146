import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { createApi } from '#api/api.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { joined, openSockets } from '#test/support/test-sockets.ts';

const { bugs, dependencies, login, storage } = await openTestApi();
/** This would take a quarter of a minute otherwise. */
const realtimeLimits = { beat: 200, gone: 2_000 };
const here = await openSockets(createApi({ ...dependencies, realtimeLimits }));

it('people in a process that is killed disappear from the others', async () => {
  const needs = JSON.stringify({ login, folder: storage.folder, realtimeLimits });
  const other = spawn(process.execPath, ['test/support/process-to-kill.ts', needs], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(other, 'exit');
  try {
    const [said] = await once(other.stdout, 'data');
    expect(String(said)).toBe('ok\n');
    const watcher = here.connect().channel('lobby', { config: { presence: { enabled: true } } });
    const changed = Promise.withResolvers<void>();
    let isWaiting = false;
    watcher.on('presence', { event: 'sync' }, () => {
      const isThere = 'killed' in watcher.presenceState();
      if (isThere) other.kill('SIGKILL');
      if (isThere) isWaiting = true;
      else if (isWaiting) changed.resolve();
    });
    await joined(watcher);
    await changed.promise;
    expect(watcher.presenceState()).toEqual({});
  } finally {
    other.kill('SIGKILL');
    await ended;
  }
  expect(bugs).toEqual([]);
});
