import type { WordFields } from '#domain/site/word-kinds.ts';

/** A path in the labels of the fields: “Questions › Question 2 › Its answer”. */
export function nameOfPath(fields: WordFields, path: string): string {
  return namesOf(fields, path.split('.')).join(' › ');
}

function namesOf(fields: WordFields, [name = '', ...rest]: readonly string[]): string[] {
  const field = fields[name];
  if (!field) return [];
  if (field.type === 'group') return [field.label, ...namesOf(field.fields, rest)];
  const [place, ...further] = rest;
  if (field.type !== 'list' || place === undefined) return [field.label];
  const item = `${field.itemName} ${Number(place) + 1}`;
  return [field.label, item, ...namesOf(field.fields, further)];
}
