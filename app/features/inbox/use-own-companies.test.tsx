import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { mountHook } from '#test/support/mount-hook.tsx';
import type { OwnCompany } from './own-companies.ts';
import { useOwnCompanies } from './use-own-companies.ts';

let role: string | undefined;
let arrives: Promise<void> | undefined;
let hear = () => {};
vi.mock('#app/live/use-news.ts', () => ({
  useNews(_user: string, _what: string, heard: () => void) {
    hear = heard;
  },
}));
vi.mock('./own-companies.ts', () => ({
  async readOwnCompanies(): Promise<OwnCompany[]> {
    const answer = role ? [{ id: 'c', name: 'Clinic', role }] : [];
    await arrives;
    return answer;
  },
}));

const news = () => act(async () => hear());

beforeEach(() => {
  role = 'viewer';
  arrives = undefined;
});

test('somebody who is removed right after getting another role is told of both', async () => {
  const hook = await mountHook(() => {
    const own = useOwnCompanies('u');
    // By the time that the role is shown, they have been removed.
    if (own.changes === 1) role = undefined;
    return own;
  }, undefined);
  expect(hook.now()).toMatchObject({ companies: [{ role: 'viewer' }], changes: 0 });
  role = 'recruiter';
  await news();
  expect(hook.now().changes).toBe(1);
  await news();
  expect(hook.now()).toEqual({ companies: [], changes: 2 });
  await news();
  expect(hook.now().changes).toBe(2);
});

test('somebody who is removed before their companies have been read for the first time works nowhere', async () => {
  const held = Promise.withResolvers<void>();
  arrives = held.promise;
  const hook = await mountHook(() => useOwnCompanies('u'), undefined);
  role = undefined;
  arrives = undefined;
  await news();
  await act(async () => held.resolve());
  expect(hook.now().companies).toEqual([]);
});
