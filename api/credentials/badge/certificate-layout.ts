import { encode } from 'uqr';
import { showCredentialNumber } from '#domain/credentials/credential-number.ts';
import { hoursWords } from '#domain/credentials/credentials.ts';
import { lightColors as colors, site } from '#domain/site/brand.ts';
import * as links from '#domain/site/links.ts';
import { markArcs, markDot, markStroke } from '#domain/site/mark.ts';
import { dayWords } from '#domain/text/day-words.ts';
import { inFonts } from './can-be-set.ts';
import { type AwardFacts, titleOf } from './facts.ts';
import type { FontName } from './fonts.ts';
import { onLine, widthOf } from './letters.ts';
import { drawSeal, type Shape, sealSize } from './seal.ts';

export type Words = {
  kind: 'words';
  tag: 'H1' | 'H2' | 'P';
  /** On one line, one after the other. */
  pieces: readonly { font: FontName; text: string }[];
  size: number;
  color: string;
  x: number;
  baseline: number;
  link?: string;
};

/** What is drawn, in points from the top left corner: both for the PDF and for the picture of it. */
export type Mark =
  | Words
  | { kind: 'shape'; shape: Shape }
  | { kind: 'picture'; what: string; shapes: Shape[] };

export type Paper = { width: number; height: number };
export const papers = {
  letter: { width: 792, height: 612 },
  a4: { width: 841.89, height: 595.28 },
} as const satisfies Record<string, Paper>;

export type Certificate = AwardFacts & {
  /** Where its QR code leads. */
  checkUrl: string;
};

const left = 72;
const sealWidth = 188;

/** The certificate is in landscape, with a wide column of text beside the seal. */
export function layOut(award: Certificate, paper: Paper): Mark[] {
  const right = paper.width - left;
  return [
    ...(award.isSample ? [sampleMark(paper)] : []),
    ...frame(paper),
    ...brand(),
    {
      kind: 'picture',
      what: `The seal of ${titleOf(award.type)}`,
      shapes: placed(
        drawSeal({ ...award.type, year: award.awardedOn.slice(0, 4) }),
        sealWidth / sealSize,
        right - sealWidth,
        58,
      ),
    },
    ...statement(award, right - sealWidth - 34 - left),
    ...stateFacts(award, paper),
    ...check(award, paper),
  ];
}

function frame({ width, height }: Paper): Mark[] {
  const rect = (inset: number, strokeWidth: number): Mark => ({
    kind: 'shape',
    shape: {
      d: `M${inset} ${inset}H${width - inset}V${height - inset}H${inset}Z`,
      stroke: colors.pine,
      strokeWidth,
    },
  });
  return [rect(24, 1.4), rect(29.5, 0.5)];
}

function brand(): Mark[] {
  const shapes: Shape[] = [
    ...markArcs.map((d) => ({ d, stroke: colors.pine, strokeWidth: markStroke })),
    {
      d: `M${markDot.x - markDot.radius} ${markDot.y}a${markDot.radius} ${markDot.radius} 0 1 0 ${2 * markDot.radius} 0a${markDot.radius} ${markDot.radius} 0 1 0 ${-2 * markDot.radius} 0Z`,
      fill: colors.clay,
    },
  ];
  return [
    ...placed(shapes, 0.82, left - 3, 62).map((shape) => ({ kind: 'shape' as const, shape })),
    words('P', 'serif', 17, colors.ink, site.name, left + 31, 81),
  ];
}

function statement({ holder, type }: Certificate, width: number): Mark[] {
  const kind = type.kind === 'tier' ? 'Certificate' : 'Micro-certification';
  const name = fitName(holder, width);
  const title = fitTitle(titleOf(type), [25, 22, 19, 16], width);
  const summary = wrap(type.summary, { font: 'text', size: 10.5 }, width - 20).slice(0, 4);
  const marks: Mark[] = [];
  let y = 154;
  const next = (down: number) => {
    y += down;
    return y;
  };
  marks.push(words('P', 'strong', 11.5, colors.clay, kind, left, y));
  marks.push(words('P', 'text', 13, colors.muted, 'This certifies that', left, next(34)));
  next(4);
  for (const pieces of name.lines) {
    const look = { size: name.size, color: colors.ink, x: left };
    const baseline = next(Math.max(22, name.size * 1.14));
    marks.push({ kind: 'words', tag: 'H1', pieces, ...look, baseline });
  }
  const rule = next(19);
  marks.push({
    kind: 'shape',
    shape: { d: `M${left} ${rule}H${left + 84}`, stroke: colors.clay, strokeWidth: 1.5 },
  });
  marks.push(words('P', 'text', 13, colors.muted, 'has shown what it takes for', left, next(33)));
  next(3);
  for (const text of title.lines) {
    const baseline = next(title.size * 1.26);
    marks.push(words('H2', 'serif', title.size, colors.pine, text, left, baseline));
  }
  next(10);
  for (const text of summary) {
    marks.push(words('P', 'text', 10.5, colors.muted, text, left, next(15)));
  }
  return marks;
}

function stateFacts(
  { awardedOn, expiresOn, number, type }: Certificate,
  { width, height }: Paper,
): Mark[] {
  const top = height - 138;
  const { from, to } = type.hours;
  const columns = [
    { label: 'Awarded', value: dayWords(awardedOn) },
    { label: 'Valid through', value: expiresOn ? dayWords(expiresOn) : 'No end date' },
    { label: 'Study', value: hoursWords(from, to) },
    { label: 'Number', value: showCredentialNumber(number) },
  ];
  const line: Mark = {
    kind: 'shape',
    shape: { d: `M${left} ${top}H${width - left}`, stroke: colors.ink, strokeWidth: 0.75 },
  };
  let x = left;
  const marks = columns.flatMap(({ label, value }) => {
    const look = { font: 'strong', size: 12.5, text: value } as const;
    const pair = [
      words('P', 'text', 9, colors.muted, label, x, top + 20),
      words('P', look.font, look.size, colors.ink, value, x, top + 37),
    ];
    x += Math.max(widthOf(look), 62) + 24;
    return pair;
  });
  return [line, ...marks];
}

function check({ checkUrl, isSample }: Certificate, { width, height }: Paper): Mark[] {
  const { data, size } = encode(checkUrl, { ecc: 'M', border: 0 });
  const side = 74;
  const d = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  const address = `${new URL(checkUrl).host}${links.verify}`;
  return [
    {
      kind: 'picture',
      what: 'A code that leads to the check of this credential',
      shapes: placed(
        [{ d, fill: colors.ink }],
        side / size,
        width - left - side,
        height - 138 + 12,
      ),
    },
    {
      ...words(
        'P',
        'text',
        9,
        colors.muted,
        isSample
          ? 'A sample. It was awarded to nobody, and its number is in no register.'
          : `Check it: scan the code, or type the number at ${address}.`,
        left,
        height - 66,
      ),
      link: checkUrl,
    },
    words(
      'P',
      'text',
      9,
      colors.muted,
      `Issued by ${site.name}. The register decides whether it still holds, not this sheet.`,
      left,
      height - 52,
    ),
  ];
}

function sampleMark({ width, height }: Paper): Mark {
  const look = { font: 'strong', size: 165, tracking: 12, text: 'SAMPLE' } as const;
  const turn = -0.46;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const half = widthOf(look) / 2;
  return {
    kind: 'picture',
    what: 'Sample',
    shapes: onLine(look, -half, 58).map(({ d, matrix: [scale, , , , x, y] }) => ({
      d,
      fill: colors.sunken,
      matrix: [
        scale * cos,
        scale * sin,
        scale * sin,
        -scale * cos,
        width / 2 + x * cos - y * sin,
        height / 2 + x * sin + y * cos,
      ] as const,
    })),
  };
}

function words(
  tag: Words['tag'],
  font: FontName,
  size: number,
  color: string,
  text: string,
  x: number,
  baseline: number,
): Words {
  return { kind: 'words', tag, pieces: [{ font, text }], size, color, x, baseline };
}

/** The name in the largest size that fits on one line; a long one on two. */
function fitName(name: string, width: number) {
  const measure = (text: string, size: number) =>
    inFonts(text).reduce((sum, piece) => sum + widthOf({ ...piece, size }), 0);
  for (const size of [46, 42, 38, 34, 30]) {
    if (measure(name, size) <= width) return { size, lines: [inFonts(name)] };
  }
  for (const size of [32, 28, 24, 20, 16, 12]) {
    const lines = breakLines(name, width, (text) => measure(text, size));
    if (lines.length <= 2 && lines.every((line) => measure(line, size) <= width)) {
      return { size, lines: lines.map(inFonts) };
    }
  }
  return { size: 9, lines: breakLines(name, width, (text) => measure(text, 9)).map(inFonts) };
}

/** On one line if it fits; a long title on two, and smaller. */
function fitTitle(text: string, sizes: readonly number[], width: number) {
  const tried = sizes.map((size) => ({ size, lines: wrap(text, { font: 'serif', size }, width) }));
  const smallest = { size: 16, lines: wrap(text, { font: 'serif', size: 16 }, width) };
  return tried.find(({ size, lines }) => lines.length <= (size < 20 ? 2 : 1)) ?? smallest;
}

function wrap(text: string, look: { font: FontName; size: number }, width: number): string[] {
  return breakLines(text, width, (part) => widthOf({ ...look, text: part }));
}

function breakLines(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && measure(`${last} ${word}`) <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}

function placed(shapes: readonly Shape[], scale: number, x: number, y: number): Shape[] {
  return shapes.map((shape) => {
    const [a, b, c, d, e, f] = shape.matrix ?? [1, 0, 0, 1, 0, 0];
    const matrix = [a, b, c, d, e, f].map((value) => value * scale) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    matrix[4] += x;
    matrix[5] += y;
    return { ...shape, matrix };
  });
}
