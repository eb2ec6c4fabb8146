/** In milliseconds. The timetable wakes up once a minute, so it rarely sees a jump before this does. */
const lookEvery = 1_000;
/** What is less is how clocks are kept right. */
const smallest = 60_000;

/** Tells when the clock of the machine was set: by hand, or because the machine slept. The answer ends it. */
export function watchClock(onSet: (seconds: number) => void): () => void {
  const sinceStart = () => Date.now() - performance.now();
  let before = sinceStart();
  const timer = setInterval(() => {
    const now = sinceStart();
    const moved = now - before;
    // Also small ones, or many of them would become a jump.
    before = now;
    if (Math.abs(moved) >= smallest) onSet(Math.round(moved / 1_000));
  }, lookEvery).unref();
  return () => clearInterval(timer);
}
