import * as z from 'zod/mini';
import { tidy } from './plain-text.ts';
import { seen } from './seen.ts';
import { lengthOf } from './text-length.ts';
import { type TextRule, tooLong } from './text-rules.ts';

/** A text that may be empty or missing. Without visible characters it counts as empty. */
export function optionalText(rule: TextRule) {
  const tidied = (value: string) => (seen(value) ? tidy(value) : '');
  return z._default(z.string().check(z.overwrite(tidied), isShortEnough(rule)), '');
}

export function isShortEnough(rule: TextRule) {
  return z.refine<string>((value) => lengthOf(value) <= rule.most, tooLong(rule));
}
