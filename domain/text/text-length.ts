import { tidy } from './plain-text.ts';

/**
 * The length as people and PostgreSQL count it, in code points, so that an emoji is one character. Counts the text as
 * it will be stored.
 */
export function lengthOf(text: string): number {
  return [...tidy(text)].length;
}
