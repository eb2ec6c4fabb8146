import { openSupabase } from '#app/data/supabase.ts';
import { useLoading } from '#app/ui/use-loading.ts';

const publicPath = '/storage/v1/object/public/avatars/';
const seconds = 3_600;
/** The service rejects a request with a longer one. */
const longestName = 200;

/**
 * Pictures that were uploaded here are private, so one request signs addresses for all of them. Pictures elsewhere on
 * the web are not shown, because their host would learn who looks, and when; the candidate's page links to them.
 */
export function usePictures(urls: readonly (string | null)[]): ReadonlyMap<string, string> {
  const wanted = urls.filter((url) => url && isUploaded(url)).join('\n');
  const { state } = useLoading(() => sign(wanted.split('\n')), {
    version: wanted,
    isWanted: wanted !== '',
  });
  return state.data ?? none;
}

const none: ReadonlyMap<string, string> = new Map();

async function sign(urls: string[]): Promise<Map<string, string>> {
  const paths = urls.flatMap((url) => pathOf(url) ?? []);
  if (paths.length === 0) return new Map();
  const client = await openSupabase();
  const { data } = await client.storage.from('avatars').createSignedUrls(paths, seconds);
  const found = new Map((data ?? []).map(({ path, signedUrl }) => [path, signedUrl]));
  return new Map(
    urls.flatMap((url) => {
      const address = found.get(pathOf(url) ?? null);
      return address ? [[url, address]] : [];
    }),
  );
}

/** Whether a picture was uploaded here, not linked from elsewhere on the web. */
export function isUploaded(url: string): boolean {
  return url.includes(publicPath);
}

/**
 * The file of a picture's public address within the bucket. People may type addresses themselves, so an address that
 * names no file must not break the request for everybody else's pictures.
 */
export function pathOf(url: string): string | undefined {
  const written = url.slice(url.indexOf(publicPath) + publicPath.length);
  try {
    const path = decodeURIComponent(written);
    return path !== '' && path.length <= longestName ? path : undefined;
  } catch {
    return undefined;
  }
}
