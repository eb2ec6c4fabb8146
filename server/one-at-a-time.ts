/**
 * One look at a time, so that a late answer never takes the place of a newer one: who asks meanwhile has another look
 * follow. It is over when nobody has asked for another.
 */
export function oneAtATime(look: () => Promise<void>): () => Promise<void> {
  let looking: Promise<void> | undefined;
  let isAsked = false;
  async function lookUntilNobodyAsks() {
    try {
      while (isAsked) {
        isAsked = false;
        await look();
      }
    } finally {
      looking = undefined;
    }
  }
  return () => {
    isAsked = true;
    looking ??= lookUntilNobodyAsks();
    return looking;
  };
}
