import { createHash } from 'node:crypto';
import { z } from 'zod';
import { checkWords, plainValues } from '#domain/site/check-words.ts';
import type { WordKind, WordValues } from '#domain/site/word-kinds.ts';
import type { RefusedWords } from '#domain/staff/words.ts';
import { ApiError } from '../../errors.ts';
import type { Functions } from '../../functions/context.ts';

export function kindsOf({ running }: Functions): readonly WordKind[] {
  return running?.wordKinds ?? [];
}

export function kindOf(functions: Functions, name: string): WordKind {
  const kind = kindsOf(functions).find((each) => each.name === name);
  if (!kind) throw new ApiError('not_found');
  return kind;
}

/** What somebody typed: anything that can be stored, up to the table's size limit. */
export const typedWords = z
  .record(z.string(), z.unknown())
  .refine(
    // The database adds a space after each comma and colon, and counts it.
    (given) => Buffer.byteLength(JSON.stringify(given, null, 1)) <= 190_000,
    'is too long: use fewer words',
  )
  .transform((given) => plainValues(given) as WordValues);

/** Tells this release's words from those of another release. */
export function hashOfFirst({ first }: WordKind): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(first)))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}

/** The words as they would be stored, or what is wrong with them, field by field. */
export function readWords(
  kind: WordKind,
  given: WordValues,
): { values: WordValues } | RefusedWords {
  const { values, problems } = checkWords(kind.fields, given);
  const all = problems.length > 0 ? problems : (kind.check?.(values) ?? []);
  return all.length > 0 ? { problems: all } : { values };
}

/** Only the differences, so that a log entry shows what was done. */
export function changesBetween(before: WordValues, after: WordValues) {
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(sorted(before[name])) !== JSON.stringify(sorted(after[name])),
  );
  const pick = (values: WordValues) =>
    Object.fromEntries(changed.map((name) => [name, values[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}
