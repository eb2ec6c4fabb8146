/*
 * Methods that React's part of the site calls, and that browsers of some years ago lack: Chrome 109, Safari 16.4, Firefox 115.
 * The bundler sees to the syntax. `older-browsers.test.ts` finds methods that are called and not listed here.
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
