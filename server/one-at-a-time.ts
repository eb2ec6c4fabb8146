/**
 * Runs one look at a time, so that a late answer never replaces a newer one. A call during a look
 * makes another one follow, and resolves when no further look is due.
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
