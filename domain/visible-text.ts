import * as z from 'zod/mini';
import { tidy } from './plain-text.ts';
import { isShortEnough } from './text-checks.ts';
import { lengthOf } from './text-length.ts';
import { type TextRule, tooShort } from './text-rules.ts';

/**
 * What nobody sees, spaces apart: joiners, marks of direction, fillers. database/render-rules.ts writes
 * it as SQL.
 */
export const unseen = new RegExp(
  '[\\u0001-\\u0008\\u000E-\\u001F\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5' +
    '\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u2800\\u3164\\uFE00-\\uFE0F\\uFEFF' +
    '\\uFFA0\\uFFF9-\\uFFFB\\uFFFE\\uFFFF\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}]',
  'gu',
);

/** What people see of a text. */
export function seen(value: string): string {
  return tidy(tidy(value).replace(unseen, ''));
}

/** A text with so much to see: nothing is filled up with what cannot be seen. */
export function visibleText(rule: TextRule & { least: number }, tidied = tidy) {
  return z.string(tooShort(rule)).check(
    z.overwrite(tidied),
    z.refine((value) => lengthOf(seen(value)) >= rule.least, tooShort(rule)),
    isShortEnough(rule),
  );
}

/** An optional one: what holds nothing to see is null, and so is a field that the form does not show. */
export function textOrNull(rule: TextRule) {
  return z.pipe(
    z.pipe(
      z.optional(z.nullable(z.string())),
      z.transform((value) => (seen(value ?? '') ? tidy(value ?? '') : null)),
    ),
    z.nullable(z.string().check(isShortEnough(rule))),
  );
}
