import { expect, test } from 'vitest';
import { type AddEntry, addChips, pastedEntries } from './add-chips.ts';

/** Three entries, each once. */
const add: AddEntry = (entries, typed) => {
  const entry = typed.trim();
  if (!entry || entries.includes(entry)) return { entries: [...entries] };
  if (entries.length >= 3) return { entries: [...entries], problem: 'Three at most' };
  return { entries: [...entries, entry] };
};

test('a comma separates entries, and each follows the rules of the list', () => {
  expect(addChips([], 'CDI, , Audit ,CDI', add)).toEqual({ entries: ['CDI', 'Audit'], left: '' });
});

test('where a comma belongs to the entry it separates nothing', () => {
  expect(addChips([], 'Durham, NC', add, false).entries).toEqual(['Durham, NC']);
});

test('what is refused has a reason, and stays to be typed on', () => {
  expect(addChips(['CDI', 'CPT'], 'Audit, COC, CCS', add)).toEqual({
    entries: ['CDI', 'CPT', 'Audit'],
    problem: 'Three at most',
    left: 'COC, CCS',
  });
});

test('a list that is pasted is as many entries as it has lines or bullets', () => {
  const pasted = pastedEntries('Skills\r\n• CPT, HCPCS\n- SQL;Epic\n\n* F-tests');
  expect(pasted).toEqual(['Skills', 'CPT, HCPCS', 'SQL', 'Epic', 'F-tests']);
  expect(addChips([], pasted.slice(1, 3), add).entries).toEqual(['CPT', 'HCPCS', 'SQL']);
  const places = pastedEntries('Durham, NC\nRaleigh, NC');
  expect(addChips([], places, add, false).entries).toEqual(['Durham, NC', 'Raleigh, NC']);
});
