/** An expected failure of a call, with the service's code. */
export type Failure = { code: string; message: string };

/** What went wrong, from an error of the official client or from a lost connection. */
export function failureOf(error: unknown): Failure {
  if (!isTold(error)) return { code: 'unknown', message: 'Something went wrong.' };
  const code = typeof error.code === 'string' ? error.code : '';
  if (!code && isLostConnection(error)) {
    return { code: 'unreachable', message: 'The site could not be reached.' };
  }
  return { code, message: error.message };
}

/** Failures of the table API are plain objects. */
function isTold(error: unknown): error is { name?: string; code?: unknown; message: string } {
  return (
    typeof error === 'object' &&
    error !== null &&
    'message' in error &&
    typeof error.message === 'string'
  );
}

function isLostConnection({ name, message }: { name?: string; message: string }): boolean {
  return (
    name === 'AuthRetryableFetchError' || /failed to fetch|networkerror|load failed/i.test(message)
  );
}
