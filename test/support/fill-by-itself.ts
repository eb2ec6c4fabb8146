import type { Locator } from '@playwright/test';

/**
 * As when a browser fills a field without typing, for dictation or autocorrection: the only event
 * is a change event.
 */
export function fillByItself(field: Locator, value: string) {
  return field.evaluate((element, value) => {
    // Bypasses React's tracking, which would otherwise ignore the change as its own.
    Reflect.set(Object.getPrototypeOf(element), 'value', value, element);
    element.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);
}
