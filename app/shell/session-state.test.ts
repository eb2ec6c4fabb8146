import { afterEach, expect, it } from 'vitest';
import { storedText } from './session-state.ts';

const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');

afterEach(() => {
  if (before) Object.defineProperty(globalThis, 'localStorage', before);
  else Reflect.deleteProperty(globalThis, 'localStorage');
});

it('reads nothing if the browser blocks storage', () => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new Error('Access is denied for this document.');
    },
  });
  expect(storedText('theme')).toBeNull();
});
