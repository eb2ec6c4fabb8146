import * as z from 'zod/mini';
import { tidy } from './plain-text.ts';
import { lengthOf } from './text-length.ts';
import { type TextRule, tooLong, tooShort } from './text-rules.ts';

/** A text that has to be there, as it will be stored. */
export function requiredText(rule: TextRule & { least: number }) {
  return z.string(tooShort(rule)).check(
    z.overwrite(tidy),
    z.refine((value) => lengthOf(value) >= rule.least, tooShort(rule)),
    isShortEnough(rule),
  );
}

/** A text that may be empty, or missing. */
export function optionalText(rule: TextRule) {
  return z._default(z.string().check(z.overwrite(tidy), isShortEnough(rule)), '');
}

export function isShortEnough(rule: TextRule) {
  return z.refine<string>((value) => lengthOf(value) <= rule.most, tooLong(rule));
}
