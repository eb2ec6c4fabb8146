import { etagOf, type StoredFile } from '#server/files/stored-files.ts';

/** Where the sites of browser tests serve an empty page, to wait on between two tests. */
export const emptyAddress = '/assets/empty.html';

const body = Buffer.from('<!doctype html><title>Nothing</title><script>name = ""</script>');

export const emptyFile: StoredFile = {
  body,
  brotli: undefined,
  gzip: undefined,
  type: 'text/html; charset=utf-8',
  etag: etagOf(body),
  cacheControl: 'no-store',
  policy: undefined,
};
