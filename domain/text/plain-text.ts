/**
 * Characters that do not belong in text and that XML forbids, so that a single one would break a feed for everybody:
 * control characters except tab and line breaks, two noncharacters, unpaired surrogates. SQL has the same in
 * private.plain_text.
 */
const forbidden = /(?![\t\n\r\u007F-\u009F])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/**
 * No script uses as many marks on one letter as Unicode allows in a row (UAX 15, stream-safe text). Sorting very many
 * of them takes a database hours, and cannot be interrupted.
 */
const manyMarks = /(\p{M}{30})\p{M}+/gu;

export function withFewMarks(text: string): string {
  return text.replace(manyMarks, '$1');
}

export function plainText(text: string): string {
  return withFewMarks(text.replace(forbidden, ''));
}

export const isPlainText = (text: string): boolean => plainText(text) === text;

/**
 * Text as it is stored. A form without script sends CRLF. Text pasted from slides or a word processor breaks lines with
 * vertical tabs and pages with form feeds: removing those would join two words. Its bullets come from special fonts and
 * look like empty boxes anywhere else; a picture's placeholder is dropped. A zero-width space at a line's end swallows
 * the break when lines are joined (CSS Text 3, 4.1.3), which would also join two words.
 */
export function tidy(text: string): string {
  const lines = text.replace(/\r\n?|[\v\f]/g, '\n');
  return plainText(
    lines
      .replace(/[\uF076\uF0A7\uF0B7\uF0D8\uF0FC]/g, '•')
      .replaceAll('\uFFFC', '')
      .replace(/(?<!\u200B)\u200B+\n\u200B*|\n\u200B+/g, '\n')
      .toWellFormed(),
  ).trim();
}

/** A search text: é may be one character or two, and is the same letter. */
export const inOneForm = (text: string): string => tidy(text).normalize();

/** Whether there may be anything to remove; for nearly every body this check is all it takes. */
const suspicious = /\\u(?:00[01]|d[89a-f]|fff[ef])|[\uFFFE\uFFFF]/i;
/** Marks may also be written as escapes. */
const manyEscapes = /(?:\\u[\da-f]{4}|\p{M}){31}/iu;
/** Escapes one at a time, so that the u after an escaped backslash stays a letter; surrogate pairs as pairs. */
const escapes =
  /\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|\\u([\da-f]{4})|\\[^u]|[\uFFFE\uFFFF]/gi;

/**
 * The same for JSON text, where most of these characters are escapes. NUL stays, because nobody types it by mistake:
 * the sender is told that it cannot be stored.
 */
export function plainJson(text: string): string {
  const plain = suspicious.test(text) ? withoutForbidden(text) : text;
  return withFewMarks(manyEscapes.test(plain) ? replaceEscapes(plain, asMark) : plain);
}

type Replace = (found: string, high?: string, low?: string, code?: string) => string;

/** Each escape is looked at once: a text may have a hundred thousand, mostly the same ones. */
function replaceEscapes(text: string, replace: Replace): string {
  const known = new Map<string, string>();
  return text.replace(escapes, (found, high, low, code) => {
    const said = known.get(found) ?? replace(found, high, low, code);
    known.set(found, said);
    return said;
  });
}

/** Decodes a mark, and leaves every other escape as it is. */
function asMark(found: string, high?: string, low?: string, code?: string): string {
  const units = [high, low, code].flatMap((unit) => (unit ? [Number.parseInt(unit, 16)] : []));
  const sign = String.fromCharCode(...units);
  return /^\p{M}$/u.test(sign) ? sign : found;
}

function withoutForbidden(text: string): string {
  return replaceEscapes(text, (found, high, _low, code) => {
    if (high) return found;
    if (code === undefined) return found.startsWith('\\') ? found : '';
    const sign = String.fromCharCode(Number.parseInt(code, 16));
    return sign === '\0' || plainText(sign) !== '' ? found : '';
  });
}

/** No text in the database contains NUL. After an escaped backslash, u0000 is ordinary text and stays. */
export function withoutNul(json: string): string {
  return json.replace(/\\\\|\\u0000/g, (found) => (found === '\\\\' ? found : ''));
}
