import { counted } from '../text/grouped.ts';
import { writeMoney } from '../text/money.ts';

/** The lines of the digest in order, singular and plural; zeros are left out. */
const digestLines = {
  waits: {
    reports: ['report or appeal waits', 'reports and appeals wait'],
    held: ['job is held back and waits', 'jobs are held back and wait'],
    claims: ['claim of a company waits', 'claims of companies wait'],
    helps: ['lost second step waits until you agree', 'lost second steps wait until you agree'],
    disowned: [
      'credential whose receiver says “not me” waits',
      'credentials whose receivers say “not me” wait',
    ],
    alarms: ['thing is still wrong (Alarms)', 'things are still wrong (Alarms)'],
    tasks: ['task failed and is tried again', 'tasks failed and are tried again'],
  },
  figures: {
    views: ['page view', 'page views'],
    signUps: ['sign-up', 'sign-ups'],
    jobs: ['job posted', 'jobs posted'],
    applyClicks: ['click on Apply', 'clicks on Apply'],
    conversations: ['conversation begun', 'conversations begun'],
    messages: ['message', 'messages'],
    subscribers: ['confirmed newsletter subscriber', 'confirmed newsletter subscribers'],
    left: ['closed account', 'closed accounts'],
  },
  /** Shown only together with others: a mere total is not news. */
  levels: { memberships: ['membership with access now', 'memberships with access now'] },
} as const satisfies Record<string, Record<string, readonly [one: string, more: string]>>;

export type DigestFigures = { waits: Record<string, number>; figures: Record<string, number> };

export function describeDigest({ waits, figures }: DigestFigures) {
  const happened = [...linesOf(digestLines.figures, figures), ...revenueIn(figures)];
  const what = { waits: linesOf(digestLines.waits, waits), figures: happened };
  if (what.waits.length + happened.length === 0) return what;
  return { ...what, figures: [...happened, ...linesOf(digestLines.levels, figures)] };
}

function linesOf(
  lines: Record<string, readonly [one: string, more: string]>,
  counts: Record<string, number>,
): string[] {
  return Object.entries(lines).flatMap(([name, [one, more]]) => {
    const count = counts[name] ?? 0;
    return count > 0 ? [counted(count, one, more)] : [];
  });
}

function revenueIn({ revenue = 0 }: Record<string, number>): string[] {
  if (revenue <= 0) return [];
  return [`${writeMoney(revenue, 'USD')} of revenue`];
}
