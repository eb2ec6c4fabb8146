/**
 * One asks for all who come while the question before is on its way. What each hears was asked after they came, and
 * however many come there is one question at a time.
 */
export function shareNext<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;

  async function begin(): Promise<T> {
    await running.catch(() => {});
    next = undefined;
    const answer = ask();
    running = answer;
    return answer;
  }

  return () => {
    next ??= begin();
    return next;
  };
}
