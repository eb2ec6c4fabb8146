/**
 * What no text is made of and XML forbids, so that one of them would break a feed for all: control
 * characters but tab and line breaks, two code points that are no characters, halves of pairs. SQL has the
 * same in private.plain_text.
 */
const forbidden = /(?![\t\n\r\u007F-\u009F])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/**
 * No script sets as many marks on one letter as Unicode allows in a row (UAX 15, stream-safe text). To put very many into
 * their order takes a database hours, and it hears nothing meanwhile.
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
 * As it is stored: a form without script sends CRLF, and neither control characters nor half a pair is text. What is pasted
 * from slides or a word processor breaks a line by a vertical tab and a page by a form feed: taken out, two words would be one.
 * Its bullets are signs of fonts of its own, which are an empty box anywhere else, and the place of a picture is one, too.
 * A zero-width space beside a line's end takes that away where lines are joined (CSS Text 3, 4.1.3): two words would be one.
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

/** What is searched for: é may be one character or two, and is the same letter. */
export const inOneForm = (text: string): string => tidy(text).normalize();

/** Whether there may be something to take out; nearly every body is done after this look. */
const suspicious = /\\u(?:00[01]|d[89a-f]|fff[ef])|[\uFFFE\uFFFF]/i;
/** Marks may be written so, too. */
const manyEscapes = /(?:\\u[\da-f]{4}|\p{M}){31}/iu;
/** Escapes one by one, so that the u after an escaped backslash stays a letter; pairs as pairs. */
const escapes =
  /\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|\\u([\da-f]{4})|\\[^u]|[\uFFFE\uFFFF]/gi;

/**
 * The same for the text of a JSON value, where most of them stand as escapes. NUL stays, for it is no slip
 * of a keyboard: who sends it is told that it cannot be kept.
 */
export function plainJson(text: string): string {
  const plain = suspicious.test(text) ? withoutForbidden(text) : text;
  return withFewMarks(manyEscapes.test(plain) ? plain.replace(escapes, asMark) : plain);
}

/** A mark as itself, and every other escape as it stands. */
function asMark(found: string, high?: string, low?: string, code?: string): string {
  const units = [high, low, code].flatMap((unit) => (unit ? [Number.parseInt(unit, 16)] : []));
  const sign = String.fromCharCode(...units);
  return /^\p{M}$/u.test(sign) ? sign : found;
}

function withoutForbidden(text: string): string {
  return text.replace(escapes, (found: string, high?: string, _low?: string, code?: string) => {
    if (high) return found;
    if (code === undefined) return found.startsWith('\\') ? found : '';
    const sign = String.fromCharCode(Number.parseInt(code, 16));
    return sign === '\0' || plainText(sign) !== '' ? found : '';
  });
}

/** No text in the database holds one. An escaped backslash before it makes it another text, and stays. */
export function withoutNul(json: string): string {
  return json.replace(/\\\\|\\u0000/g, (found) => (found === '\\\\' ? found : ''));
}
