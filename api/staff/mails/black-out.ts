const black = '██████';

/**
 * Removes everything from a text that opens something: links, codes, and anything that looks like a token. What the
 * email itself declares as secret is removed first, however it is written.
 */
export function blackOut(text: string, secrets: readonly string[] = []): string {
  const named = secrets
    .filter((secret) => secret.length >= 4)
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, secret) => left.replaceAll(secret, isLink(secret) ? link : black), text);
  return (
    named
      .replace(/\b(?:https?|mailto):[^\s\]<>")]+/gi, link)
      // A code, possibly with spaces or dashes between its digits.
      .replace(/\b\d(?:[ -]?\d){4,}\b/g, black)
      .replace(/(?<![\w@.-])[\w-]{20,}(?![\w@.-])/g, black)
  );
}

const link = '[link blacked out]';
const isLink = (text: string) => /^https?:/i.test(text);
