/** An expected failure of a call, with the service's code. */
export type Failure = { code: string; message: string };

/** What people read when the connection is lost, whatever the browser calls it. */
export const unreachable = {
  code: 'unreachable',
  message: 'The site could not be reached.',
} as const satisfies Failure;

/** What went wrong, from an error of the official client or from a lost connection. */
export function failureOf(error: unknown): Failure {
  if (!isTold(error)) return unknown;
  if (error.name === 'QuotaExceededError') return noRoom;
  const code = typeof error.code === 'string' ? error.code : '';
  if (!code && isLostConnection(error)) return unreachable;
  // Of an answer that is not what was asked for: a filter's page, say. What the code stumbled over is for nobody to read.
  if (error.name === 'TypeError') return unknown;
  if (namesTables.test(error.message)) return { code, message: noLonger };
  // Without words: the body of a fault was empty.
  return error.message ? { code, message: error.message } : unknown;
}

const unknown: Failure = { code: 'unknown', message: 'Something went wrong.' };

/** What the database says of a row that is no longer theirs to write, or whose place has gone since the page was opened. */
const namesTables = /violates (row|foreign)|^permission denied/;
const noLonger = 'This is no longer possible. Load the page again to see how it stands.';

const noRoom: Failure = {
  code: 'no_room',
  message:
    'Your browser has no room left for this site. Clear the site’s data in the browser’s settings, and try again.',
};

/** Failures of the table API are plain objects. */
function isTold(error: unknown): error is Told {
  return typeof (error as { message?: unknown } | undefined)?.message === 'string';
}

/** The words of Chromium, Firefox and Safari, for a call, an answer that breaks off, and a part of the page that is loaded late. */
const wordsOfBrowsers =
  /failed to fetch|network ?(error|conn)|load failed|input stream|a module script|loading dyn|preload css/i;
/** What the official client, or what reads JSON, says of an answer that is not the service's: a proxy's error page, say. */
const namesOfReaders = /(Syntax|Fetch|Unknown)Error$/;

function isLostConnection({ name = '', status, message }: Told): boolean {
  if (wordsOfBrowsers.test(message) || /^\s*[<{[]/.test(message)) return true;
  // The client counts it among lost connections, but the service has answered, and says why.
  return namesOfReaders.test(name) && status !== 500;
}

type Told = { name?: string; code?: unknown; status?: unknown; message: string };
