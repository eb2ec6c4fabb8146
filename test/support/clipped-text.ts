/** Finds text that is cut off or lies beside the page. Runs in the page. */
export function findClippedText(): string[] {
  const found = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  /** Most lines share most of their ancestors. */
  const looks = new Map<Element, ReturnType<typeof lookAt>>();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    if (!parent || !text.textContent?.trim() || parent.closest('script, style')) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      if (line.width > 0 && isCut(line, parent)) found.add(text.textContent.trim().slice(0, 60));
    }
  }
  return [...found];

  function lookAt(frame: Element) {
    const { overflowX, overflowY, position, webkitLineClamp } = getComputedStyle(frame);
    const box = frame.getBoundingClientRect();
    return { overflowX, overflowY, position, webkitLineClamp, box };
  }

  /**
   * A scrolling ancestor hides nothing for good; with overflow hidden, whatever is outside is cut
   * off.
   */
  function isCut(line: DOMRect, parent: Element): boolean {
    for (let frame: Element | null = parent; frame; frame = frame.parentElement) {
      const look = looks.get(frame) ?? lookAt(frame);
      looks.set(frame, look);
      const { overflowX, overflowY, position, webkitLineClamp, box } = look;
      // A preview with a limited number of lines, whose full text is one link away.
      if (webkitLineClamp !== 'none') return false;
      // Text for screen readers only is one pixel large.
      if (/auto|scroll/.test(overflowX) || box.width <= 1) return false;
      const isSideways = line.left < box.left - 1 || line.right > box.right + 1;
      const isBelow = line.top < box.top - 1 || line.bottom > box.bottom + 1;
      if (/hidden|clip/.test(overflowX) && isSideways) return true;
      if (/hidden|clip/.test(overflowY) && isBelow) return true;
      // The skip link waits outside the page until it has the focus.
      if (position === 'fixed') return false;
    }
    return line.left < -1 || line.right > document.documentElement.clientWidth + 1;
  }
}
