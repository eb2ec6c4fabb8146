/**
 * Resolves once the effect of a press or a key is on screen. For loading files that will probably be needed: requesting
 * a few takes a slow phone a tenth of a second, during which the press would show no effect.
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
