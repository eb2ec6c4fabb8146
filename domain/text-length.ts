/** Length as people and PostgreSQL count it: an emoji is one character. */
export function lengthOf(text: string): number {
  return [...text].length;
}
