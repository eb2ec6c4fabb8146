import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { inMemory, makeDataDir } from '#test/support/engine.ts';
import { startEmbedded } from './embedded.ts';
import { readPostmaster } from './remains.ts';

it('an engine that hangs while stopping is killed, and everything written is there afterwards', async () => {
  const dataDir = makeDataDir('site-hangs-', inMemory());
  const start = () => startEmbedded(dataDir, () => {}, { patience: 100 });
  const ask = async (text: string) => {
    const client = new pg.Client(engine.admin);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  let engine = await start();
  try {
    await ask('create table kept as select 1 as kill');
    const { pid = 0 } = readPostmaster(join(dataDir, 'postgres', 'cluster')) ?? {};
    // A stopped process reacts to no signal that it could handle.
    process.kill(pid, 'SIGSTOP');
    await engine.stop();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    engine = await start();
    expect(await ask('select kill from kept')).toEqual([{ kill: 1 }]);
    const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    expect(engine.explain(lost).message).toMatch(/^PostgreSQL ended: .*LOG: .*postgres\.log\)$/);
    const other = new Error('syntax error');
    expect(engine.explain(other)).toBe(other);
  } finally {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
