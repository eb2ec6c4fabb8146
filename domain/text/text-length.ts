import { tidy } from './plain-text.ts';

/**
 * Length as people and PostgreSQL count it: code points, so that an emoji is one character, of the text as
 * it will be stored.
 */
export function lengthOf(text: string): number {
  return [...tidy(text)].length;
}
