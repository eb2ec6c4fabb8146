import { dataClient } from '#app/data/data.server.ts';
import { drawCompanyPicture } from '#app/share/company-picture.ts';
import { drawPicture } from '#app/share/draw-picture.tsx';
import { drawJobPicture } from '#app/share/job-picture.ts';
import { pictureAddress } from '#app/share/picture-address.ts';
import { sharedPages } from '#app/share/shared-pages.ts';
import type { Route } from './+types/share-picture';

const headlines = new Map(
  Object.entries(sharedPages).map(([path, headline]) => [pictureAddress(path), headline]),
);
const drawn = new Map<string, ReturnType<typeof drawPicture>>();

/** Rendered on first request, then cached. Only known pages have one, so memory is bounded. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { pathname } = new URL(request.url);
  const client = context.get(dataClient);
  const job = pathname.match(/^\/share\/job-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.png$/)?.[1];
  const company = pathname.match(/^\/share\/company-([a-z\d-]{1,80})\.png$/)?.[1];
  const picture = job
    ? readDrawn(await drawJobPicture(client, job))
    : company
      ? readDrawn(await drawCompanyPicture(client, company))
      : await pictureOfPage(pathname);
  // Shared caches keep it for only a second: staff may have hidden what it shows.
  return new Response(picture, {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400, s-maxage=1' },
  });
}

function pictureOfPage(pathname: string) {
  const headline = headlines.get(pathname);
  if (!headline) throw new Response(null, { status: 404 });
  let picture = drawn.get(pathname);
  if (!picture) {
    picture = drawPicture(headline);
    drawn.set(pathname, picture);
    picture.catch(() => drawn.delete(pathname));
  }
  return picture;
}

function readDrawn<Picture>(drawn: Picture | 'missing' | 'busy') {
  if (drawn === 'missing') throw new Response(null, { status: 404 });
  if (drawn === 'busy') throw new Response(null, { status: 503, headers: { 'retry-after': '5' } });
  return drawn;
}
