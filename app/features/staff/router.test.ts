import { afterEach, expect, test, vi } from 'vitest';
import { goTo } from './router.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the address that is open is not entered into the history again, where its list would not be noted', () => {
  const pushState = vi.fn();
  vi.stubGlobal('location', new URL('https://site.example/staff/jobs?q=coder'));
  vi.stubGlobal('history', { pushState });
  vi.stubGlobal('dispatchEvent', () => true);
  goTo('/staff/jobs?q=coder');
  expect(pushState).not.toHaveBeenCalled();
  goTo('/staff/jobs?q=nurse');
  expect(pushState).toHaveBeenCalledOnce();
});
