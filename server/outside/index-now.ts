import type { IndexNow } from '#api/jobs/index-now.ts';

const service = 'https://api.indexnow.org/indexnow';

/**
 * Tells the search engines of IndexNow (indexnow.org) which pages changed. They look up the key on
 * the site itself, in a file of that name.
 */
export function createIndexNow({
  key,
  siteUrl,
  endpoint = service,
}: {
  key: string;
  siteUrl: string;
  endpoint?: string;
}): IndexNow {
  return async (paths) => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({
        host: new URL(siteUrl).host,
        key,
        urlList: paths.map((path) => siteUrl + path),
      }),
      signal: AbortSignal.timeout(20_000),
      redirect: 'error',
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`IndexNow answered ${response.status}`);
  };
}

export const keyFileOf = (key: string) => `/${key}.txt`;
