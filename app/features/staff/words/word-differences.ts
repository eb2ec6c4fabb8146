import type { WordField, WordFields, WordValues } from '#domain/site/word-kinds.ts';

/** One difference: its place, and both values; undefined if it does not exist on that side. */
export type WordDifference = { place: string; before?: string; after?: string };

/** The differences between two versions of the same words, described by the labels of their fields. */
export function wordDifferences(
  fields: WordFields,
  before: WordValues,
  after: WordValues,
  place: readonly string[] = [],
): WordDifference[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    ofField(field, before[name], after[name], [...place, field.label]),
  );
}

function ofField(field: WordField, before: unknown, after: unknown, place: string[]) {
  if (field.type === 'group') {
    return wordDifferences(field.fields, asValues(before), asValues(after), place);
  }
  if (field.type === 'list') return ofList(field, asItems(before), asItems(after), place);
  const [one, other] = [inWords(field, before), inWords(field, after)];
  return one === other ? [] : [{ place: place.join(' › '), before: one, after: other }];
}

type ListField = Extract<WordField, { type: 'list' }>;

/** Items are matched by their key, so that a moved one is not reported as two changes. */
function ofList(field: ListField, before: WordValues[], after: WordValues[], place: string[]) {
  const { key, itemName, fields } = field;
  const idOf = (item: WordValues, index: number) => String(key ? item[key] : index);
  const known = new Map(before.map((item, index) => [idOf(item, index), item]));
  const found: WordDifference[] = after.flatMap((item, index) => {
    const id = idOf(item, index);
    const former = known.get(id);
    known.delete(id);
    const here = [...place, nameOfItem(field, item, index)];
    if (former) return wordDifferences(fields, former, item, here);
    return [{ place: here.join(' › '), after: allOf(fields, item) }];
  });
  for (const [id, item] of known) {
    const name = nameOfItem(field, item, before.indexOf(item));
    found.push({ place: [...place, name || id].join(' › '), before: allOf(fields, item) });
  }
  const order = (items: WordValues[]) => items.map(idOf).join();
  const isMoved = key && found.length === 0 && order(before) !== order(after);
  if (isMoved) {
    const names = (items: WordValues[]) =>
      items.map((item, index) => nameOfItem(field, item, index)).join('\n');
    found.push({
      place: `${place.join(' › ')}: order of each ${itemName.toLowerCase()}`,
      before: names(before),
      after: names(after),
    });
  }
  return found;
}

/** Named after the first text in it. */
export function nameOfItem(
  { itemName, fields }: ListField,
  item: WordValues,
  index: number,
): string {
  const [first] = Object.entries(fields)
    .filter(([, { type }]) => type === 'line' || type === 'text')
    .map(([name]) => item[name])
    .filter((value) => typeof value === 'string' && value !== '');
  const words = String(first ?? '');
  if (!words) return `${itemName} ${index + 1}`;
  return words.length > 60 ? `${words.slice(0, 59)}…` : words;
}

function allOf(fields: WordFields, item: WordValues): string {
  return Object.entries(fields)
    .map(([name, field]) => `${field.label}: ${inWords(field, item[name])}`)
    .join('\n');
}

function inWords(field: WordField, value: unknown): string {
  if (field.type === 'check') return value ? 'Yes' : 'No';
  if (field.type === 'choice') {
    return field.options.find((option) => option.value === value)?.label ?? '';
  }
  if (field.type === 'moment' && value) return new Date(String(value)).toLocaleString('en-US');
  if (field.type === 'list') return `${asItems(value).length}`;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export const asValues = (value: unknown): WordValues =>
  typeof value === 'object' && value !== null ? (value as WordValues) : {};
export const asItems = (value: unknown): WordValues[] =>
  Array.isArray(value) ? value.map(asValues) : [];
