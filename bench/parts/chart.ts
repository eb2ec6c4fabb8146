import { escapeXml } from '#app/documents/xml.ts';
import { darkColors, lightColors } from '#domain/site/brand.ts';
import { goalOf, judge, nameOf, numberOf, type Result } from './result.ts';

const width = 760;
const bars = { from: 260, to: 580 };
const top = 66;
const rowHeight = 26;

/**
 * One figure of a benchmark, with a bar for each row and its goal as a line. Text beside each bar
 * says what the colours say. Nothing is drawn for a figure that no row has.
 */
export function drawChart(result: Result, figure: string): string | undefined {
  const rows = result.rows.flatMap((row) => {
    const value = numberOf(row[figure]);
    if (value === undefined) return [];
    const goal = goalOf(result, row, figure);
    const verdict = goal && judge(value, goal);
    return [{ name: nameOf(row), value, said: row[figure] ?? '', goal, verdict }];
  });
  if (rows.length === 0) return undefined;
  const goals = [...new Set(rows.flatMap(({ goal }) => (goal ? [limitOf(goal)] : [])))];
  const most = Math.max(...rows.flatMap(({ value, goal }) => [value, goal?.limit ?? 0])) || 1;
  const lengthOf = (value: number) => round((Math.max(value, 0) / most) * (bars.to - bars.from));

  const drawn = rows.map(({ name, value, said, goal, verdict }, place) => {
    const y = top + place * rowHeight;
    const goalX = bars.from + lengthOf(goal?.limit ?? 0);
    const words = [said, ...(verdict ? [verdict] : [])].join(', ');
    return [
      `<text class="name" x="${bars.from - 12}" y="${y + 18}">${escapeXml(name)}</text>`,
      `<rect class="bar${verdict === 'not reached' ? ' short' : ''}" x="${bars.from}" y="${y + 5}" width="${lengthOf(value)}" height="16" rx="2"/>`,
      // As high as the row, so that the goals of neighbours form one line; with an outline, to be
      // visible on a bar.
      ...(goal
        ? ['rim', 'goal'].map((part) => `<path class="${part}" d="M${goalX} ${y}v${rowHeight}"/>`)
        : []),
      `<text x="${bars.to + 14}" y="${y + 18}">${escapeXml(words)}</text>`,
    ].join('\n');
  });
  const line =
    goals.length > 0 ? `The line is the goal: ${goals.join(' or ')}.` : 'There is no goal.';
  const described = rows
    .map(({ name, said, goal, verdict }) =>
      goal ? `${name}: ${said}, ${verdict} (${limitOf(goal)})` : `${name}: ${said}`,
    )
    .join('; ');
  const title = escapeXml(`${result.title}: ${figure}`);
  const height = top + rows.length * rowHeight + 14;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">${title}</title>
<desc id="desc">${escapeXml(`${line} ${described}.`)}</desc>
<style>
text { font: 14px system-ui, sans-serif; }
.title { font-weight: 600; font-size: 16px; }
.name { text-anchor: end; }
.goal { stroke-width: 2; }
.rim { stroke-width: 6; }
${schemeOf(lightColors)}
@media (prefers-color-scheme: dark) {
${schemeOf(darkColors)}
}
</style>
<rect class="paper" width="${width}" height="${height}"/>
<text class="title" x="20" y="28">${title}</text>
<text class="line" x="20" y="50">${escapeXml(line)}</text>
${drawn.join('\n')}
</svg>
`;
}

export function limitOf({ kind, limit }: Result['goals'][number]): string {
  return `${kind} ${limit}`;
}

function schemeOf(colors: Readonly<Record<keyof typeof lightColors, string>>): string {
  return `.paper { fill: ${colors.paper}; }
text { fill: ${colors.ink}; }
.line { fill: ${colors.muted}; }
.bar { fill: ${colors.pine}; }
.bar.short { fill: ${colors.clay}; }
.goal { stroke: ${colors.ink}; }
.rim { stroke: ${colors.paper}; }`;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
