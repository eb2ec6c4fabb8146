/**
 * A stop of the Tab key: its place in the document, and what somebody without a mouse would miss.
 */
export type Stop = { place: number; name: string; problems: string[] };

/**
 * Everything in a part of the page that Tab should reach. Runs in the page, like the next
 * functions.
 */
export function listStops(part: string): Omit<Stop, 'problems'>[] {
  const all = [...document.querySelectorAll<HTMLElement>('*')];
  const groups = new Set<string>();
  return all.flatMap((element, place) => {
    const { tabIndex } = element;
    const takesFocus =
      tabIndex >= 0 &&
      (element.matches('a[href], button, input, select, textarea, summary') ||
        element.hasAttribute('tabindex'));
    if (!takesFocus || element.matches(':disabled, [type=hidden]')) return [];
    if (!element.checkVisibility({ visibilityProperty: true }) || !element.closest(part)) return [];
    // The radio buttons of one group are one stop; arrow keys move between them.
    if (element instanceof HTMLInputElement && element.type === 'radio') {
      if (groups.has(element.name)) return [];
      groups.add(element.name);
    }
    return [{ place, name: element.outerHTML.slice(0, 120) }];
  });
}

/**
 * Records a stop at each keyup, when the focus has moved and the page has scrolled to it; null once
 * the focus has left the part.
 */
export function noteStops(part: string) {
  const stops: (Stop | null)[] = [];
  Object.assign(window, { stops });
  document.addEventListener('keyup', () => stops.push(lookAtFocus() ?? null));

  /** Where the focus is, unless it has left the part. */
  function lookAtFocus(): Stop | undefined {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement || focused instanceof SVGElement)) return undefined;
    if (focused === document.body || !focused.closest(part)) return undefined;
    const problems: string[] = [];

    const frames = [focused, focused.closest('.choice')];
    const hasRing = frames.some((frame) => {
      if (!frame) return false;
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(frame);
      return (
        outlineStyle !== 'none' &&
        Number.parseFloat(outlineWidth) >= 2 &&
        !/ 0\)$/.test(outlineColor)
      );
    });
    if (!hasRing) problems.push('shows no ring');

    const header = document.querySelector('.site-header');
    const isAbove = header?.contains(focused) || getComputedStyle(focused).position === 'fixed';
    const top = isAbove ? 0 : (header?.getBoundingClientRect().bottom ?? 0);
    const box = focused.getBoundingClientRect();
    const fits = box.height <= innerHeight - top;
    if (fits ? box.top < top : box.bottom <= top) problems.push('lies under the header');
    if (fits ? box.bottom > innerHeight : box.top >= innerHeight)
      problems.push(`ends at ${box.bottom} of ${innerHeight}`);
    const [line] = focused.getClientRects();
    if (line) {
      const y = Math.max(line.top + line.height / 2, top + 1);
      const found = document.elementFromPoint(line.left + line.width / 2, y);
      const isOnTop = found && (focused.contains(found) || found.contains(focused));
      const isItsLabel = found?.closest('label')?.control === focused;
      if (!isOnTop && !isItsLabel) problems.push(`is covered by ${found?.outerHTML.slice(0, 80)}`);
    }

    const first =
      focused instanceof HTMLInputElement && focused.type === 'radio'
        ? document.querySelector(`input[type=radio][name="${focused.name}"]`)
        : focused;
    const place = [...document.querySelectorAll('*')].indexOf(first ?? focused);
    return { place, name: focused.outerHTML.slice(0, 120), problems };
  }
}

/** The stops since the last call. Runs in the page, too. */
export function takeStops(): (Stop | null)[] {
  const { stops } = window as unknown as { stops: (Stop | null)[] };
  return stops.splice(0);
}
