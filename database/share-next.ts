/**
 * One query serves everybody who arrives while the previous one is running. Each caller gets an
 * answer that was queried after they arrived, and however many arrive, only one query runs at a
 * time.
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
