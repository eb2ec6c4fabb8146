import { site } from '#domain/site/brand.ts';
import { wordsOf } from '#domain/site/words.ts';
import { dayWords } from '#domain/text/day-words.ts';
import { accessibility } from './accessibility.ts';
import { fulfillment } from './fulfillment.ts';
import type { PolicyPage } from './policy.ts';
import { privacy } from './privacy.ts';
import { readRich, writeRich } from './rich-text.ts';
import { terms } from './terms.ts';

/** As released. */
const policies = { terms, privacy, fulfillment, accessibility };
export type PolicyName = keyof typeof policies;
export const policyNames = Object.keys(policies) as PolicyName[];

/** The part that owners write. */
export type PolicyWords = {
  /** The effective day: 2026-12-06. */
  effective: string;
  changes: string;
  lede: string;
  sections: { title: string; body: string; id: string }[];
};

/** Facts that the code knows better than any text: placeholders in braces, filled in when the text is shown. */
export type LegalFacts = { evidenceDays: number };
export const factNames = ['company', 'email', 'region', 'evidence-days'] as const;

export const firstPolicies = Object.fromEntries(
  policyNames.map((name) => [name, wordsFrom(policies[name])]),
) as Record<PolicyName, PolicyWords>;

function wordsFrom({ effective, lede, sections }: PolicyPage): PolicyWords {
  return {
    effective: effective?.date ?? '',
    changes: '',
    lede,
    sections: sections.map(({ id, title, body }) => ({ title, body: writeRich(body), id })),
  };
}

export type PolicyNow = PolicyPage & {
  name: PolicyName;
  /** What will change, and when. */
  next?: { day: string; text: string; changes: string };
  /** The other versions that can be read. */
  days: { day: string; text: string }[];
};

/** The current legal text, with the changes to come. */
export function policyNow(name: PolicyName, facts: LegalFacts): PolicyNow {
  const first = firstPolicies[name];
  const words = wordsOf(name, first);
  const next = wordsOf<PolicyWords | null>(`${name}.next`, null);
  const known = [first.effective, ...wordsOf<string[]>(`${name}.days`, [])];
  const days = [...new Set(known)].filter((day) => day && day !== words.effective);
  return {
    ...policyOf(name, words, facts),
    ...(next && { next: { ...dayOf(next.effective), changes: fill(next.changes, facts) } }),
    days: days.toSorted().reverse().map(dayOf),
  };
}

/** One version, as the page shows it. */
export function policyOf(name: PolicyName, words: PolicyWords, facts: LegalFacts) {
  const { effective, ...first } = policies[name];
  // The release has its own wording for the date.
  const isFirst = words.effective === effective?.date;
  const { day, text } = dayOf(words.effective);
  const date = isFirst
    ? effective
    : words.effective
      ? { date: day, text: `Effective ${text}` }
      : undefined;
  return {
    ...first,
    name,
    ...(date && { effective: date }),
    lede: fill(words.lede, facts),
    sections: words.sections.map(({ id, title, body }) => ({
      id,
      title: fill(title, facts),
      body: readRich(fill(body, facts)),
    })),
  };
}

const dayOf = (day: string) => ({ day, text: day && dayWords(day) });

function fill(text: string, { evidenceDays }: LegalFacts): string {
  const facts: Record<(typeof factNames)[number], string> = {
    company: site.name,
    email: site.email,
    region: site.region,
    'evidence-days': String(evidenceDays),
  };
  return text.replace(
    /\{([a-z-]+)\}/g,
    (whole, name) => facts[name as keyof typeof facts] ?? whole,
  );
}
