import type { Locator } from '@playwright/test';

/** As a browser does it without anybody typing, for a dictation or a correction say: all that it tells is that there was a change. */
export function fillByItself(field: Locator, value: string) {
  return field.evaluate((element, value) => {
    // Past React, which would take it for a change of its own.
    Reflect.set(Object.getPrototypeOf(element), 'value', value, element);
    element.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);
}
