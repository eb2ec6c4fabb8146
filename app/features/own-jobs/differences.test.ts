import { expect, test } from 'vitest';
import { differencesOf, takeUntouched } from './differences.ts';
import { newValues } from './job-values.ts';

const base = { ...newValues({}), title: 'Coder', company: 'Tidewater', benefits: 'Vision cover' };

test('a field that both changed shows both versions, and nothing is taken over', () => {
  const found = differencesOf({
    base,
    mine: { ...base, title: 'Senior Coder' },
    theirs: { ...base, title: 'Inpatient Coder' },
  });
  expect(found).toEqual([
    { field: 'title', mine: 'Senior Coder', theirs: 'Inpatient Coder', isUntouched: false },
  ]);
  expect(takeUntouched(found)).toEqual({});
});

test('a change by the other side only is taken over, and shown', () => {
  const found = differencesOf({
    base,
    mine: { ...base, title: 'Senior Coder' },
    theirs: { ...base, benefits: '' },
  });
  expect(found).toEqual([
    { field: 'benefits', mine: 'Vision cover', theirs: '', isUntouched: true },
  ]);
  expect(takeUntouched(found)).toEqual({ benefits: '' });
});

test('the same change on both sides, or other line breaks, are not a difference', () => {
  const mine = { ...base, title: 'Senior Coder', description: 'One\nTwo' };
  const theirs = { ...base, title: 'Senior Coder ', description: 'One\r\nTwo' };
  expect(differencesOf({ base, mine, theirs })).toEqual([]);
});
