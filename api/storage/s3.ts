/** The S3 protocol, which Supabase Storage supports and this service does not. */
export function isS3(pathname: string): boolean {
  return /^\/storage\/v1\/s3(\/|$)/.test(pathname);
}

/** S3 clients only read XML, and would report anything else as a network failure. They get it even without a key. */
export function refuseS3(): Response {
  const words =
    'The S3 protocol is not spoken here. Use the storage API below /storage/v1/ with a Supabase client.';
  const error = `<Error><Code>NotImplemented</Code><Message>${words}</Message></Error>`;
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${error}`, {
    status: 501,
    headers: { 'content-type': 'application/xml', 'cache-control': 'no-store' },
  });
}
