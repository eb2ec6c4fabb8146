type Step = () => Promise<void>;

/** Collects how each step of a start is undone. */
export type Undo = { push(step: Step): void };

/**
 * Undoes the steps in reverse order, once, however often it is called. A failing step does not stop
 * the others: the database lies beneath all of them.
 */
export function createUndo(): Undo & { stop(): Promise<void> } {
  const steps: Step[] = [];
  let stopping: Promise<void> | undefined;
  async function takeBack() {
    const failures: unknown[] = [];
    for (let step = steps.pop(); step; step = steps.pop()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
  return {
    push: (step) => void steps.push(step),
    stop() {
      stopping ??= takeBack();
      return stopping;
    },
  };
}
