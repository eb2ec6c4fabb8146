/** An address with its query, if there is one. Avoids `URLSearchParams.size`, which Safari up to 16 does not have. */
export function withQuery(path: string, params: URLSearchParams): string {
  const query = params.toString();
  return query ? `${path}?${query}` : path;
}
