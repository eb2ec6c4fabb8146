/** An expected failure of a call, with the service's code. */
export type Failure = { code: string; message: string };

/** The message for a lost connection, whatever the browser calls it. */
export const unreachable = {
  code: 'unreachable',
  message: 'The site could not be reached.',
} as const satisfies Failure;

/** The failure behind an error of the official client or a lost connection. */
export function failureOf(error: unknown): Failure {
  if (!isTold(error)) return unknown;
  if (error.name === 'QuotaExceededError') return noRoom;
  const code = typeof error.code === 'string' ? error.code : '';
  if (!code && isLostConnection(error)) return unreachable;
  // The answer was not what was asked for, a filter's page, say. The code's own error is of no use to people.
  if (error.name === 'TypeError') return unknown;
  if (namesTables.test(error.message)) return { code, message: noLonger };
  // No message: the error had an empty body.
  return error.message ? { code, message: error.message } : unknown;
}

const unknown: Failure = { code: 'unknown', message: 'Something went wrong.' };

/**
 * The database's errors for a row that people may no longer write, or whose parent has been deleted since the page was
 * opened.
 */
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

/**
 * The wording of Chromium, Firefox and Safari for a failed request, an aborted answer, and a part of the page that
 * could not be loaded.
 */
const wordsOfBrowsers =
  /failed to fetch|network ?(error|conn)|load failed|input stream|a module script|loading dyn|preload css/i;
/**
 * Errors of the official client, or of JSON parsing, for an answer that did not come from the service: a proxy's error
 * page, say.
 */
const namesOfReaders = /(Syntax|Fetch|Unknown)Error$/;

function isLostConnection({ name = '', status, message }: Told): boolean {
  if (wordsOfBrowsers.test(message) || /^\s*[<{[]/.test(message)) return true;
  // The client files this under lost connections, but the service has answered, and says why.
  return namesOfReaders.test(name) && status !== 500;
}

type Told = { name?: string; code?: unknown; status?: unknown; message: string };
