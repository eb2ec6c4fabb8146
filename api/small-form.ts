import { ApiError } from './errors.ts';

/** More than any form of ours has, and more than a browser says of a field. */
const mostFields = 200;
const longestHead = 8_192;

/**
 * Whether a form has few fields, each with a short head. What reads forms takes a time that grows with the square of both, on
 * the thread that answers everybody: five megabytes of `a&` took it eight minutes.
 */
export function isSmallForm(body: Buffer, type: string): boolean {
  if (!/^multipart\//i.test(type)) return countFields(body) <= mostFields;
  const [, quoted, bare] = type.match(/;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i) ?? [];
  const boundary = quoted ?? bare;
  if (!boundary) return false;
  const parts = placesOf(body, `--${boundary}`);
  return (
    parts.length <= mostFields &&
    parts.every((at) => {
      const end = body.indexOf('\r\n\r\n', at);
      return (end < 0 ? body.length : end) - at <= longestHead;
    })
  );
}

/** How many fields there are in pairs, counted as far as it matters. */
export const countFields = (pairs: Buffer): number => placesOf(pairs, '&').length + 1;

/** The fields of a form that came as text. */
export function readPairs(text: string): URLSearchParams {
  if (countFields(Buffer.from(text)) <= mostFields) return new URLSearchParams(text);
  throw new ApiError('validation_failed', 'The form has too many fields.');
}

/** Where a text stands, as far as it matters whether there are too many. */
function placesOf(body: Buffer, text: string): number[] {
  const places: number[] = [];
  let at = body.indexOf(text);
  while (at >= 0 && places.length <= mostFields) {
    places.push(at);
    at = body.indexOf(text, at + text.length);
  }
  return places;
}
