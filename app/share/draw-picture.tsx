import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { lightColors as colors, site } from '#domain/site/brand.ts';
import { markArcs, markDot, markStroke } from '#domain/site/mark.ts';
import { pictureSize } from './picture-address.ts';
import type { Headline } from './shared-pages.ts';

/** Renders a page's headline as a PNG, in our own process, so that no third party learns who shares what. */
export async function drawPicture(headline: Headline): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first picture: together they are larger than the rest of the site.
  const [{ default: satori }, { renderAsync }, fonts] = await Promise.all([
    import('satori'),
    import('@resvg/resvg-js'),
    loadFonts(),
  ]);
  const svg = await satori(<Picture {...headline} />, { ...pictureSize, fonts });
  // In another thread; what is left for this one is half of it.
  const drawn = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return new Uint8Array(drawn.asPng());
}

/** Satori lays out every element as a flex box, and reads styles only from the element itself. */
function Picture({ eyebrow, title }: Headline) {
  const column = { display: 'flex', flexDirection: 'column' } as const;
  const middle = { flexGrow: 1, justifyContent: 'center', gap: 20, maxWidth: 860 } as const;
  return (
    <div
      style={{
        ...column,
        ...{ boxSizing: 'border-box', width: '100%', height: '100%', padding: '64px 72px 52px' },
        ...{ background: colors.paper, color: colors.ink, fontFamily: 'Figtree' },
      }}
    >
      <div style={{ position: 'absolute', display: 'flex', right: -300, top: 32 }}>
        <Mark size={620} arcs={colors.sage} dot={colors.sage} />
      </div>
      <div style={{ display: 'flex', alignItems: 'center', gap: 18 }}>
        <Mark size={56} arcs={colors.pine} dot={colors.clay} />
        <div style={{ fontFamily: 'Source Serif 4', fontSize: 34 }}>{site.name}</div>
      </div>
      <div style={{ ...column, ...middle, position: 'relative' }}>
        {eyebrow && (
          <div style={{ color: colors.clay, fontSize: 28, fontWeight: 600 }}>{eyebrow}</div>
        )}
        <div
          style={{
            ...{ fontFamily: 'Source Serif 4', fontSize: title.length > 48 ? 66 : 80 },
            ...{ lineHeight: 1.06, letterSpacing: '-0.022em' },
            textWrap: 'balance',
            wordBreak: 'break-word',
          }}
        >
          {title}
        </div>
      </div>
      <div
        style={{
          ...{
            display: 'flex',
            maxWidth: 860,
            paddingTop: 24,
            borderTop: `2px solid ${colors.ink}`,
          },
          ...{ color: colors.muted, fontSize: 26, fontWeight: 600 },
        }}
      >
        {site.tagline}
      </div>
    </div>
  );
}

function Mark({ size, arcs, dot }: { size: number; arcs: string; dot: string }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it becomes part of a PNG.
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none">
      {markArcs.map((arc) => (
        <path key={arc} d={arc} stroke={arcs} strokeWidth={markStroke} />
      ))}
      <circle cx={markDot.x} cy={markDot.y} r={markDot.radius} fill={dot} />
    </svg>
  );
}

async function loadFonts() {
  const { resolve } = createRequire(import.meta.url);
  const load = (path: string) => readFile(resolve(`@fontsource/${path}-latin-600-normal.woff`));
  return [
    {
      name: 'Source Serif 4',
      weight: 600 as const,
      data: await load('source-serif-4/files/source-serif-4'),
    },
    { name: 'Figtree', weight: 600 as const, data: await load('figtree/files/figtree') },
  ];
}
