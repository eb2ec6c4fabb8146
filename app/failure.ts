/** An expected failure of a call, with the service's code. */
export type Failure = { code: string; message: string };

/** What went wrong, from an error of the official client or from a lost connection. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { code: 'unknown', message: 'Something went wrong.' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (!code && isLostConnection(error)) {
    return { code: 'unreachable', message: 'The site could not be reached.' };
  }
  return { code, message: error.message };
}

function isLostConnection({ name, message }: Error): boolean {
  return (
    name === 'AuthRetryableFetchError' || /failed to fetch|networkerror|load failed/i.test(message)
  );
}
