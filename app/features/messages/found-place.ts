/** What of a search's address says which message it has found, by when that was written. */
const name = 'found';

export function withFound(search: string, at: string): string {
  return `?${new URLSearchParams([...new URLSearchParams(search), [name, at]])}`;
}

/** Of an address that somebody has changed by hand, nothing. */
export function foundIn(search: URLSearchParams): string | undefined {
  const at = search.get(name) ?? '';
  return moment.test(at) && Date.parse(at) ? at : undefined;
}

const moment = /^\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d$/;
