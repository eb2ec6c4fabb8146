import { MIMEType } from 'node:util';
import { ApiError } from './errors.ts';

/** More than any of our forms has, and more than a browser sends about a field. */
const mostFields = 200;
const longestHead = 8_192;
/** Longer ones, as browsers send them, have a file and come in parts. */
const longestPairs = 65_536;

/** A form's content type: an unambiguous header, and what separates its fields. */
type FormType = { header: string; between: string };

/** Only what browsers send: parsers disagree about what is in quotes or follows a comma. */
const plainBoundary = /^[\w'()+./:=?-]{1,70}$/;

/**
 * Counting is useless if the parser reads the type differently, so the parser gets this header instead of the one
 * that was sent.
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
 * Whether a form has few fields, each with short headers. Parsing takes time that grows with the square of both, on
 * the thread that serves everybody: five megabytes of `a&` took eight minutes. Of `+`, which means a space, they took a
 * second.
 */
export function isSmallForm(body: Buffer, { between }: FormType): boolean {
  if (between === '&' && body.length > longestPairs) return false;
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

/** The number of name-value pairs, counted only up to the limit. */
export const countFields = (pairs: Buffer): number => placesOf(pairs, '&').length + 1;

/** The fields of a form sent as text. */
export function readPairs(text: string): URLSearchParams {
  if (countFields(Buffer.from(text)) <= mostFields) return new URLSearchParams(text);
  throw new ApiError('validation_failed', 'The form has too many fields.');
}

/** The positions of a text, only up to the limit. */
function placesOf(body: Buffer, text: string): number[] {
  const places: number[] = [];
  let at = body.indexOf(text);
  while (at >= 0 && places.length <= mostFields) {
    places.push(at);
    at = body.indexOf(text, at + text.length);
  }
  return places;
}
