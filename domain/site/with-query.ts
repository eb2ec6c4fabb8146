/** An address with what it asks for, if it asks for anything. Not by `size`, which browsers up to Safari 16 do not have. */
export function withQuery(path: string, params: URLSearchParams): string {
  const query = params.toString();
  return query ? `${path}?${query}` : path;
}
