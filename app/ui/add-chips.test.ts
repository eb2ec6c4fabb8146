import { expect, test } from 'vitest';
import { type AddEntry, addChips, pastedEntries } from './add-chips.ts';

/** At most three entries, without duplicates. */
const add: AddEntry = (entries, typed) => {
  const entry = typed.trim();
  if (!entry || entries.includes(entry)) return { entries: [...entries] };
  if (entries.length >= 3) return { entries: [...entries], problem: 'Three at most' };
  return { entries: [...entries, entry] };
};

test('a comma separates entries, and each follows the rules of the list', () => {
  expect(addChips([], 'CDI, , Audit ,CDI', add)).toEqual({ entries: ['CDI', 'Audit'], left: '' });
});

test('a comma separates nothing where entries may contain one', () => {
  expect(addChips([], 'Durham, NC', add, false).entries).toEqual(['Durham, NC']);
});

test('a refused entry has a reason, and stays in the box to be edited', () => {
  expect(addChips(['CDI', 'CPT'], 'Audit, COC, CCS', add)).toEqual({
    entries: ['CDI', 'CPT', 'Audit'],
    problem: 'Three at most',
    left: 'COC, CCS',
  });
});

test('a pasted list becomes as many entries as it has lines or bullets', () => {
  const pasted = pastedEntries('Skills\r\n• CPT, HCPCS\n- SQL;Epic\n\n* F-tests');
  expect(pasted).toEqual(['Skills', 'CPT, HCPCS', 'SQL', 'Epic', 'F-tests']);
  expect(addChips([], pasted.slice(1, 3), add).entries).toEqual(['CPT', 'HCPCS', 'SQL']);
  const places = pastedEntries('Durham, NC\nRaleigh, NC');
  expect(addChips([], places, add, false).entries).toEqual(['Durham, NC', 'Raleigh, NC']);
});
