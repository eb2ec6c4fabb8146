import { expect, it } from 'vitest';
import { idIn } from './focus-place.ts';

it.each([
  ['#approach', 'approach'],
  ['#caf%C3%A9', 'café'],
  ['#50%', '50%'],
  ['#%E0%A4%A', '%E0%A4%A'],
])('reads the id in the hash %s', (hash, id) => {
  expect(idIn(hash)).toBe(id);
});
