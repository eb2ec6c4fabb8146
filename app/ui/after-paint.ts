/**
 * When what a press or a key has changed is seen. For files that are only likely to be needed: a slow phone takes a
 * tenth of a second to ask for a few, in which the press would show nothing.
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
