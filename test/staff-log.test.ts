import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { actOf, actWords, isStaffAct, type StaffAct } from '#domain/staff/acts.ts';

const rows = [
  ...readFileSync('docs/staff-log.md', 'utf8').matchAll(/^\| `([\w-]+)` \| (.*) \|$/gm),
].map(([, name = '', rest = '']) => [name, ...rest.split('|').map((cell) => cell.trim())]);

it('docs/staff-log.md has a line for every kind of entry, for the acts as they are now', () => {
  const known = Object.entries(actWords).map(([name, words]) => {
    if (!isStaffAct(name)) return [name, words];
    const { minimum, isDangerous, needsReason } = actOf(name as StaffAct);
    const asks = [isDangerous && 'second step', needsReason && 'reason'].filter(Boolean).join(', ');
    return [name, words, minimum, asks];
  });
  const said = rows.map(([name = '', ...cells]) => [
    name,
    ...cells.slice(0, isStaffAct(name) ? 3 : 1),
  ]);
  expect(said.toSorted()).toEqual(known.toSorted());
});
