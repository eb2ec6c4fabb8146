import { openSupabase } from '#app/data/supabase.ts';
import { useLoading } from '#app/ui/use-loading.ts';

const publicPath = '/storage/v1/object/public/avatars/';
const seconds = 3_600;

/**
 * Pictures that were uploaded here are private, so one request signs addresses for all of them. One
 * elsewhere on the web is not shown: whoever owns that host would see who looks, and when. The page of
 * the candidate links it.
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
  const client = await openSupabase();
  const paths = urls.map(pathOf);
  const { data } = await client.storage.from('avatars').createSignedUrls(paths, seconds);
  const found = new Map((data ?? []).map(({ path, signedUrl }) => [path, signedUrl]));
  return new Map(
    urls.flatMap((url) => {
      const address = found.get(pathOf(url));
      return address ? [[url, address]] : [];
    }),
  );
}

/** Whether a picture lies here, and not elsewhere on the web. */
export function isUploaded(url: string): boolean {
  return url.includes(publicPath);
}

/** The file of a picture's public address within the bucket. */
export function pathOf(url: string): string {
  return decodeURIComponent(url.slice(url.indexOf(publicPath) + publicPath.length));
}
