import { afterAll, expect, it } from 'vitest';
import { startNameServer } from '#test/support/name-server.ts';
import { createReadTxt } from './read-txt.ts';

const names = await startNameServer();
const readTxt = createReadTxt([names.address]);
afterAll(() => names.stop());

it('reads the records of a name, each as one string', async () => {
  names.records.set('_company-proof.clinic.example', ['one', 'x'.repeat(300)]);
  expect(await readTxt('_company-proof.clinic.example')).toEqual(['one', 'x'.repeat(300)]);
});

it('tells a name that does not exist from servers that do not know', async () => {
  expect(await readTxt('_company-proof.nowhere.example')).toBe('missing');
  names.records.set('_company-proof.empty.example', []);
  expect(await readTxt('_company-proof.empty.example')).toBe('missing');
  names.records.set('_company-proof.broken.example', 'broken');
  expect(await readTxt('_company-proof.broken.example')).toBe('unreachable');
});

it('asks for exactly the given name, and for no internal name unless a server is set for it', async () => {
  names.asked.length = 0;
  await readTxt('_company-proof.nowhere.example');
  expect(new Set(names.asked)).toEqual(new Set(['_company-proof.nowhere.example']));
  for (const name of ['_company-proof.intranet.local', '_company-proof.localhost', '192.0.2.1']) {
    expect(await createReadTxt()(name), name).toBe('missing');
  }
});

it('gives up on a server that does not answer', async () => {
  names.records.set('_company-proof.silent.example', 'silent');
  expect(await readTxt('_company-proof.silent.example')).toBe('unreachable');
});
