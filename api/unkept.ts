/**
 * Responses that depend on the caller must not be cached, and say so twice: a cache that ignores `no-store` may still
 * respect `Vary`. The origin is not included, because every origin gets the same response.
 */
export const unkept = { 'cache-control': 'no-store', vary: 'Authorization, apikey' };

/**
 * The table API also depends on these headers: the format and compression of rows, the schema, preferences, and the
 * range.
 */
export const unkeptRows = {
  'cache-control': 'no-store',
  vary: 'Authorization, apikey, Accept, Accept-Encoding, Accept-Profile, Prefer, Range',
};
