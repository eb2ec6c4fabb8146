/** A failure to start that the person can fix. Its message is one sentence that says how. */
export class StartError extends Error {
  override name = 'StartError';
}
