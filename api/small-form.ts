import { MIMEType } from 'node:util';
import { ApiError } from './errors.ts';

/** More than any form of ours has, and more than a browser says of a field. */
const mostFields = 200;
const longestHead = 8_192;

/** A form by its content type: the header that says it in one way only, and what stands between its fields. */
type FormType = { header: string; between: string };

/** As a browser writes one, and no more: what is in quotes, or behind a comma, readers understand in several ways. */
const plainBoundary = /^[\w'()+./:=?-]{1,70}$/;

/**
 * What is counted by one reading of a type and read by another was counted in vain: so what reads a form is told the
 * type by this header, not by the one that came.
 */
export function readFormType(given: string | null): FormType | undefined {
  const type = parseType(given ?? '');
  if (type?.essence === 'application/x-www-form-urlencoded') {
    return { header: type.essence, between: '&' };
  }
  const boundary = type?.params.get('boundary') ?? '';
  if (type?.essence !== 'multipart/form-data' || !plainBoundary.test(boundary)) return undefined;
  return { header: `${type.essence}; boundary="${boundary}"`, between: `--${boundary}` };
}

function parseType(given: string): MIMEType | undefined {
  try {
    return new MIMEType(given);
  } catch {
    return undefined;
  }
}

/**
 * Whether a form has few fields, each with a short head. What reads forms takes a time that grows with the square of both, on
 * the thread that answers everybody: five megabytes of `a&` took it eight minutes.
 */
export function isSmallForm(body: Buffer, { between }: FormType): boolean {
  const parts = placesOf(body, between);
  if (between === '&') return parts.length < mostFields;
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
