import { afterEach, expect, it } from 'vitest';
import { takeFlashes } from './flash.ts';

const before = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');

afterEach(() => {
  if (before) Object.defineProperty(globalThis, 'sessionStorage', before);
  else Reflect.deleteProperty(globalThis, 'sessionStorage');
});

it('finds no toast, and throws nothing, if the browser blocks storage', () => {
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get() {
      throw new Error('Access is denied for this document.');
    },
  });
  expect(takeFlashes()).toEqual([]);
});
