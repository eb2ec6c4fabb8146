import * as z from 'zod/mini';
import { tidy } from './plain-text.ts';
import { seen } from './seen.ts';
import { isShortEnough } from './text-checks.ts';
import { lengthOf } from './text-length.ts';
import { type TextRule, tooShort } from './text-rules.ts';

/** A text with a minimum of visible characters: invisible ones do not count. */
export function visibleText(rule: TextRule & { least: number }, tidied = tidy) {
  return z.string(tooShort(rule)).check(
    z.overwrite(tidied),
    z.refine((value) => lengthOf(seen(value)) >= rule.least, tooShort(rule)),
    isShortEnough(rule),
  );
}

/** An optional text: null if nothing in it is visible, or if the form does not show the field. */
export function textOrNull(rule: TextRule) {
  return z.pipe(
    z.pipe(
      z.optional(z.nullable(z.string())),
      z.transform((value) => (seen(value ?? '') ? tidy(value ?? '') : null)),
    ),
    z.nullable(z.string().check(isShortEnough(rule))),
  );
}
