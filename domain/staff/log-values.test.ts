import { describe, expect, it } from 'vitest';
import { sayValues } from './log-values.ts';

describe('what an entry of the log keeps', () => {
  it.each([
    [{ rows: 1_031, filters: [] }, ['rows: 1,031', 'filters: none']],
    [
      { is_hidden: true, stateReason: '', case: null, roles: ['owner', 'staff'] },
      ['is hidden: yes', 'state reason: nothing', 'case: nothing', 'roles: owner, staff'],
    ],
    [
      { job: { title: 'Coder', tags: ['a', 'b'], featured: false } },
      ['job: title: Coder; tags: a, b; featured: no'],
    ],
    ['by hand', [': by hand']],
    [[{ kind: 'x' }, 2], [': kind: x, 2']],
    [{}, []],
  ])('%j is shown without braces', (values, said) => {
    expect(
      sayValues(values).map((each) => `${each.name}: ${each.said}`.replace(/^: /, ': ')),
    ).toEqual(said);
  });
});
