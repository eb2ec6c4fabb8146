import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { asAdmin, cloneDatabase } from '#test/support/engine.ts';
import { listen } from './listen.ts';

const clone = await cloneDatabase(inject('engine'));
afterAll(() => clone.drop());

it('reports a lost connection at once, and again when it is back', async () => {
  const told = createTold();
  const stop = await listen(clone.login, 'news', told.heard, told.lost);
  await say('one');
  await told.untilSaid('one');
  await asAdmin(clone.admin, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    ),
  );
  await told.untilSaid('back');
  await say('two');
  await told.untilSaid('two');
  await stop();
  expect(told.all).toEqual(['one', 'lost', 'back', 'two']);
});

it('notices a connection that was silently cut off', async () => {
  const silent = await openDeafLine();
  const told = createTold();
  const stop = await listen({ ...clone.login, host: silent.folder }, 'news', told.heard, told.lost);
  silent.cutOff();
  await told.untilSaid('back');
  await say('after');
  await told.untilSaid('after');
  await stop();
  silent.close();
  expect(told.all).toEqual(['lost', 'back', 'after']);
});

function say(text: string) {
  return asAdmin(clone.admin, (client) => client.query(`select pg_notify('news', $1)`, [text]));
}

function createTold() {
  const all: string[] = [];
  let wake = () => {};
  const note = (word: string) => {
    all.push(word);
    wake();
  };
  return {
    all,
    heard: (payload: string) => note(payload || 'back'),
    lost: () => note('lost'),
    async untilSaid(word: string) {
      while (!all.includes(word)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

/** A socket in front of the engine's, whose connections can go silent without closing. */
async function openDeafLine() {
  const folder = mkdtempSync(join(tmpdir(), 'deaf-'));
  const { host, port = 5432 } = clone.admin;
  const open: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.${port}`);
    for (const socket of [near, far]) socket.on('error', () => {});
    near.pipe(far).pipe(near);
    open.push(near, far);
  });
  await new Promise<void>((resolve) => server.listen(join(folder, `.s.PGSQL.${port}`), resolve));
  return {
    folder,
    cutOff() {
      for (const socket of open.splice(0)) {
        socket.unpipe();
        socket.pause();
      }
    },
    close() {
      for (const socket of open) socket.destroy();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
