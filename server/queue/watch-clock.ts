/**
 * In milliseconds. The timetable wakes up once a minute, so it rarely sees a jump before this does.
 */
const lookEvery = 1_000;
/** Smaller jumps are normal clock corrections. */
const smallest = 60_000;

/**
 * Reports when the machine's clock was set, by hand or because the machine slept. Returns a
 * function that stops it.
 */
export function watchClock(onSet: (seconds: number) => void): () => void {
  const sinceStart = () => Date.now() - performance.now();
  let before = sinceStart();
  const timer = setInterval(() => {
    const now = sinceStart();
    const moved = now - before;
    // Updated on small jumps too, or many of them would add up to a large one.
    before = now;
    if (Math.abs(moved) >= smallest) onSet(Math.round(moved / 1_000));
  }, lookEvery).unref();
  return () => clearInterval(timer);
}
