import { lightColors } from '#domain/site/brand.ts';
import { markArcs, markDot, markStroke } from '#domain/site/mark.ts';
import type { Route } from './+types/icon';

/** The mark on the paper colour, with the margin that phones crop. */
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-7 -7 46 46" fill="none">
  <path fill="${lightColors.paper}" d="M-7-7h46v46H-7z"/>
  <path stroke="${lightColors.pine}" stroke-width="${markStroke}" d="${markArcs.join('')}"/>
  <circle cx="${markDot.x}" cy="${markDot.y}" r="${markDot.radius}" fill="${lightColors.clay}"/>
</svg>`;

const sizes: Readonly<Record<string, number>> = {
  '/apple-touch-icon.png': 180,
  '/icon-192.png': 192,
  '/icon-512.png': 512,
};

/** Icons for devices that do not take the SVG. */
export async function loader({ request }: Route.LoaderArgs) {
  const size = sizes[new URL(request.url).pathname];
  if (!size) throw new Response(null, { status: 404 });
  const { Resvg } = await import('@resvg/resvg-js');
  const png = new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
}
