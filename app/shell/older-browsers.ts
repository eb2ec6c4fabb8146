/*
 * Polyfills for methods that React's part of the site calls and that Chrome 109, Safari 16.4 and Firefox 115 lack. The
 * bundler takes care of syntax. `older-browsers.test.ts` finds calls that are not covered here.
 */
export function teachOlderBrowser() {
  add(String.prototype, 'toWellFormed', function (this: string) {
    return this.replace(/\p{Surrogate}/gu, '\ufffd');
  });
  add(Array.prototype, 'toSorted', function <Of>(this: Of[], order?: (a: Of, b: Of) => number) {
    return [...this].sort(order);
  });
  add(Array.prototype, 'toSpliced', function <Of>(this: Of[], ...change: [number, number]) {
    const copy = [...this];
    copy.splice(...change);
    return copy;
  });
  add(URL, 'parse', parse);
  add(URL, 'canParse', (...address: Address) => parse(...address) !== null);
  add(Element.prototype, 'checkVisibility', function (this: Element) {
    return this.getClientRects().length > 0;
  });
}

type Address = [url: string, base?: string];

function parse(...address: Address): URL | null {
  try {
    return new URL(...address);
  } catch {
    return null;
  }
}

function add(to: object, name: string, value: (...given: never[]) => unknown) {
  if (!(name in to)) Object.defineProperty(to, name, { value, configurable: true, writable: true });
}
