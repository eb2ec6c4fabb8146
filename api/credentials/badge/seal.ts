import { rosetteOf, rosettePath } from '#domain/credentials/rosette.ts';
import { lightColors as colors, site } from '#domain/site/brand.ts';
import { lettersOf, type TypeFacts } from './facts.ts';
import { type Outline, onCircle, onLine, widthOf } from './letters.ts';

export type Shape = {
  d: string;
  matrix?: Outline['matrix'];
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
};

export type SealFacts = Pick<TypeFacts, 'kind' | 'code' | 'name'> & { year: string | undefined };

export const sealSize = 600;
const centre = sealSize / 2;

/** The seal of a credential, engraved as on the site: 600 by 600, drawn from back to front. */
export function drawSeal(facts: SealFacts): Shape[] {
  return [...drawRim(facts), ...drawEngraving(facts), ...drawMiddle(facts)];
}

/** The rim, with the company's name, the kind of credential and the year. */
function drawRim({ kind, year }: SealFacts): Shape[] {
  const kindName = kind === 'tier' ? 'Certified' : 'Micro-certification';
  const below = year ? `${kindName} ${year}` : kindName;
  const words = { font: 'strong', size: 33, tracking: 3.4 } as const;
  const ring = { centre, radius: 240 };
  return [
    { d: rosettePath(centre, { petals: 60, radius: 290, depth: 4, phase: 0 }), fill: colors.pine },
    circle(276, { stroke: colors['on-pine'], strokeWidth: 1.6 }),
    circle(270, { stroke: colors['on-pine'], strokeWidth: 0.8 }),
    ...lettered(onCircle({ ...words, text: site.name }, ring), colors['on-pine']),
    ...lettered(
      onCircle({ ...words, text: below }, { centre, radius: 263, isBelow: true }),
      colors['on-pine'],
    ),
    ...[-1, 1].map((side) => dot(centre + side * 246, centre, 5, colors['on-pine'])),
    circle(221, { fill: colors.surface }),
    circle(215, { stroke: colors.pine, strokeWidth: 1.6 }),
  ];
}

/** Layered waves, as on banknotes, because they are hard to draw by hand. */
function drawEngraving(facts: SealFacts): Shape[] {
  const { petals, depth } = rosetteOf(lettersOf(facts));
  const waves = [
    { count: 6, radius: 181, depth: depth * 3.6 },
    { count: 3, radius: 181, depth: depth * 1.9 },
  ];
  return waves.flatMap(({ count, radius, depth: cut }) =>
    Array.from({ length: count }, (_, index) => ({
      d: rosettePath(centre, {
        petals,
        radius,
        depth: cut,
        phase: (index * 2 * Math.PI) / petals / count,
      }),
      stroke: colors.pine,
      strokeWidth: 0.9,
    })),
  );
}

function drawMiddle(facts: SealFacts): Shape[] {
  const [family = '', own = ''] = lettersOf(facts)?.split('-') ?? [];
  const lines = inLines(facts.name);
  const frame = [
    circle(146, { fill: colors.surface, stroke: colors.pine, strokeWidth: 2.4 }),
    circle(138, { stroke: colors.pine, strokeWidth: 0.9 }),
  ];
  if (own) {
    return [
      ...frame,
      ...centered({ font: 'strong', size: 38, tracking: 4, text: family }, 249, colors.muted),
      rule(262, 58),
      ...centered({ font: 'serif', size: 92, text: own }, 345, colors.pine),
      ...lines.flatMap((text, index) =>
        centered(
          { font: 'strong', size: 20, text },
          (lines.length === 1 ? 387 : 378) + index * 25,
          colors.ink,
        ),
      ),
    ];
  }
  const size = Math.max(22, Math.min(42, (42 * 236) / widest(lines, 42)));
  const step = size * 1.16;
  const first = 306 - ((lines.length - 1) * step) / 2;
  return [
    ...frame,
    rule(first - size * 1.25, 30),
    ...lines.flatMap((text, index) =>
      centered({ font: 'serif', size, text }, first + index * step, colors.pine),
    ),
    rule(first + (lines.length - 1) * step + size * 0.75, 30),
  ];
}

/** At most two lines of about the same length; three for a long name. */
function inLines(name: string): string[] {
  const words = name.split(' ');
  const longest = Math.max(
    ...words.map(({ length }) => length),
    name.length > 34 ? name.length / 3 : 15,
  );
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= longest + 1) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}

function widest(lines: readonly string[], size: number): number {
  return Math.max(...lines.map((text) => widthOf({ font: 'serif', size, text })));
}

function centered(words: Parameters<typeof onLine>[0], y: number, color: string): Shape[] {
  return lettered(onLine(words, centre - widthOf(words) / 2, y), color);
}

function lettered(outlines: readonly Outline[], fill: string): Shape[] {
  return outlines.filter(({ d }) => d).map((outline) => ({ ...outline, fill }));
}

function circle(radius: number, look: Omit<Shape, 'd'>): Shape {
  return { d: circlePath(centre, centre, radius), ...look };
}

function dot(x: number, y: number, radius: number, fill: string): Shape {
  return { d: circlePath(x, y, radius), fill };
}

function rule(y: number, half: number): Shape {
  return { d: `M${centre - half} ${y}H${centre + half}`, stroke: colors.clay, strokeWidth: 2.4 };
}

function circlePath(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}
