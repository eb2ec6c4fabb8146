import { pictureAddress } from '#app/share/address.ts';
import { drawPicture } from '#app/share/draw-picture.tsx';
import { sharedPages } from '#app/share/shared-pages.ts';
import type { Route } from './+types/share-picture';

const headlines = new Map(
  Object.entries(sharedPages).map(([path, headline]) => [pictureAddress(path), headline]),
);
const drawn = new Map<string, ReturnType<typeof drawPicture>>();

/** Drawn when first asked for, then kept. Only known pages have one, so the memory is bounded. */
export async function loader({ request }: Route.LoaderArgs) {
  const { pathname } = new URL(request.url);
  const headline = headlines.get(pathname);
  if (!headline) throw new Response(null, { status: 404 });
  let picture = drawn.get(pathname);
  if (!picture) {
    picture = drawPicture(headline);
    drawn.set(pathname, picture);
    picture.catch(() => drawn.delete(pathname));
  }
  return new Response(await picture, {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' },
  });
}
