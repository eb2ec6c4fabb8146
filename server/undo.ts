type Step = () => Promise<void>;

/** How each step of a start is taken back. */
export type Undo = { push(step: Step): void };

/**
 * Takes back what was done, the last first, once, whoever asks and how often. A step that fails keeps none of the others
 * from being taken back: below them all is the database.
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
