import { suggestedCertifications, suggestedSkills } from '../candidates/known-skills.ts';
import { type TierCode, tierCodes } from '../credentials/tiers.ts';
import type { JobType, workplaces } from '../jobs/job-facts.ts';
import { findPay, type PayFrom } from './typed-pay.ts';
import { type FoundPlace, findPlace, namesToAsk, type TypedPlace } from './typed-places.ts';
import { type Token, tokensOf, wordsAt } from './typed-tokens.ts';

/** Something understood in the typed text: shown as a chip, and removed by dropping `text`, which starts at `at`. */
export type Chip = { at: number; text: string } & (
  | { kind: 'place'; place: TypedPlace }
  | { kind: 'workplace'; workplace: (typeof workplaces)[number] }
  | { kind: 'type'; type: JobType }
  | { kind: 'pay'; pay: PayFrom }
  | { kind: 'credential'; credential: TierCode | 'any' }
  | { kind: 'skill'; skill: string }
  /** Near the person who searches, though we have not been told where that is. */
  | { kind: 'here' }
);

/** `words`: what is left, without words that say nothing about a job; each must be in the title or the company. */
export type Understood = { chips: Chip[]; words: string[] };

const workplaceWords: readonly [words: string, workplace: (typeof workplaces)[number]][] = [
  ...[
    'work from home',
    'work at home',
    'working from home',
    'home based',
    'fully remote',
    '100% remote',
  ]
    .concat('home-based remotely remote wfh telework telecommute telecommuting'.split(' '))
    .map((words) => [words, 'remote'] as const),
  ['hybrid', 'hybrid'],
  ...['on site', 'in person', 'in office', 'on-site', 'onsite', 'in-person', 'in-office'].map(
    (words) => [words, 'on-site'] as const,
  ),
].map(([words = '', workplace]) => [words, workplace as (typeof workplaces)[number]]);

const typeWords: readonly [words: string, type: JobType][] = [
  ['full time', 'Full-time'],
  ['full-time', 'Full-time'],
  ['fulltime', 'Full-time'],
  ['part time', 'Part-time'],
  ['part-time', 'Part-time'],
  ['parttime', 'Part-time'],
  ['contract', 'Contract'],
  ['contractor', 'Contract'],
  ['1099', 'Contract'],
];

const hereWords: readonly [words: string, isHere: true][] = [
  'near me',
  'around me',
  'close to me',
  'nearby me',
  'near my home',
  'near home',
  'close to home',
  'in my area',
  'near my area',
  'in my city',
  'in my state',
].map((words) => [words, true]);

/** Followed by these, the words mean neither a workplace nor a kind of contract. */
const otherAfter: Readonly<Record<string, RegExp>> = {
  remote:
    /^(patient|monitoring|sensing|control|desktop|support|access|diagnostics?|surgery|health|care)$/,
  hybrid: /^(cloud|models?|entity|operating|imaging|or)$/,
  contract:
    /^(manag\w*|admin\w*|analy\w*|special\w*|negotiat\w*|compliance|law|review\w*|model\w*|coordinat\w*)$/,
};
const refusals = /^(not|no|non|without|never|except)$/;

const skillAliases: Readonly<Record<string, string>> = {
  'icd-10': 'ICD-10-CM',
  icd10: 'ICD-10-CM',
  'icd 10': 'ICD-10-CM',
  'icd-10-cm': 'ICD-10-CM',
  'icd-10-pcs': 'ICD-10-PCS',
  'hcc coding': 'HCC risk adjustment',
  him: 'Health information management',
  cdi: 'Clinical documentation improvement',
};
const skills: readonly [words: string, skill: string][] = [
  ...[
    ...suggestedSkills,
    ...suggestedCertifications.filter((each) => !each.startsWith('CIHIS')),
  ].map((skill): [string, string] => [skill.toLowerCase(), skill]),
  ...Object.entries(skillAliases),
].sort(([a], [b]) => b.length - a.length);

/** Words that say somebody is looking for a job, but not which. */
const fillers = new Set([
  'job',
  'jobs',
  'position',
  'positions',
  'opening',
  'openings',
  'vacancies',
  'hiring',
]);
/** These go without saying on this board, beside other words: nobody here looks for any other kind of coder. */
const understoodHere = new Set(['medical', 'healthcare']);
/** The work and the person who does it: titles name one or the other, and both begin like this. */
const beginnings: ReadonlyMap<string, string> = new Map([
  ['coding', 'cod'],
  ['billing', 'bill'],
  ['auditing', 'audit'],
  ['teaching', 'teach'],
  ['training', 'train'],
  ['consulting', 'consult'],
]);
/** Words that only connect what is understood. */
const joints = new Set([
  'in',
  'near',
  'at',
  'for',
  'and',
  'with',
  'or',
  'from',
  'around',
  '-',
  '–',
  '&',
  '+',
  '|',
  '/',
]);

/** Such a word says nothing about a job by itself. */
export const holdsTogether = (key: string) => joints.has(key) || fillers.has(key);

/** The names in it that may be places: what `understand` has to look up. */
export function placesToAsk(q: string): string[] {
  return namesToAsk(tokensOf(q));
}

/** Everything in it that says where, how, for how much and with what; and the remaining words. */
export function understand(q: string, found: readonly FoundPlace[]): Understood {
  const tokens = tokensOf(q);
  if (tokens.length === 0) return { chips: [], words: [q] };
  const taken = new Map<number, Chip>();
  const isFree = (at: number) => at < tokens.length && !taken.has(at);
  const take = (first: number, count: number, chip: Chip) => {
    for (let at = first; at < first + count; at += 1) taken.set(at, chip);
  };
  const spotOf = (first: number, count: number) => {
    const at = tokens[first]?.at ?? 0;
    return { at, text: q.slice(at, tokens[first + count - 1]?.end) };
  };

  const pay = findPay(q);
  if (pay) {
    const within = tokens.flatMap((token, at) =>
      token.at < pay.end && token.end > pay.at ? [at] : [],
    );
    const [first = 0] = within;
    take(first, within.length, { kind: 'pay', ...spotOf(first, within.length), pay: pay.pay });
  }
  takeFacts(tokens, isFree, (first, count, chip) =>
    take(first, count, { ...chip, ...spotOf(first, count) } as Chip),
  );
  const place = findPlace(tokens, found, isFree);
  if (place) {
    const count = place.last - place.first + 1;
    const { at, end } = place;
    take(place.first, count, { kind: 'place', at, text: q.slice(at, end), place });
  }
  takeSkills(tokens, isFree, (first, count, skill) =>
    take(first, count, { kind: 'skill', ...spotOf(first, count), skill }),
  );

  const chips = [...new Set([...taken].sort(([a], [b]) => a - b).map(([, chip]) => chip))];
  const left = tokens.filter((_, at) => !taken.has(at));
  const telling = left.filter(({ key }) => !holdsTogether(key));
  const narrowing = telling.filter(({ key }) => !understoodHere.has(key));
  // "or" alone is a word to search for; "jobs" alone means all of them.
  const asksForAll = left.every(({ key }) => fillers.has(key));
  if (chips.length > 0 || narrowing.length > 0) return { chips, words: wordsOf(narrowing) };
  return { chips, words: wordsOf(telling.length > 0 || asksForAll ? telling : left) };
}

/** A single figure or letter would match everywhere, so it belongs to the word before it, as in "Coder 2". */
function wordsOf(tokens: readonly Token[]): string[] {
  const words: string[] = [];
  for (const [nth, { key, text, at }] of tokens.entries()) {
    const before = tokens[nth - 1];
    const isClose = before && at === before.end + 1 && /^(\d+|[a-z])$/.test(key);
    if (isClose) words.push(`${words.pop()} ${key}`);
    else words.push(beginnings.get(key) ?? singularOf(key || text));
  }
  return words;
}

/** Titles use the singular: "coder" also finds a title with "coders". Words in -is, -us and -ss are not plurals. */
function singularOf(word: string): string {
  if (/[a-z]{3}ies$/.test(word)) return word.slice(0, -3);
  return /[a-z]{3}[a-hj-rtv-z]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Replaces the chip in the typed text by position, because the same letters may also occur elsewhere. */
export function replaceChip(q: string, { at, text }: Chip, words: string): string {
  return `${q.slice(0, at)}${words}${q.slice(at + text.length)}`
    .replace(/([,;])[\s,;]+/g, '$1 ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;]+|[\s,;]+$/g, '');
}

type Without<T> = T extends unknown ? Omit<T, 'at' | 'text'> : never;
type Take = (first: number, count: number, chip: Without<Chip>) => void;

function takeFacts(tokens: readonly Token[], isFree: (at: number) => boolean, take: Take) {
  const has = new Set<string>();
  for (let at = 0; at < tokens.length; at += 1) {
    const { key = '' } = tokens[at] ?? {};
    if (!isFree(at) || refusals.test(tokens[at - 1]?.key ?? '')) continue;
    const once = (kind: string, first: number, count: number, chip: Without<Chip>) => {
      if (has.has(kind) || otherAfter[key]?.test(tokens[first + count]?.key ?? '')) return;
      has.add(kind);
      take(first, count, chip);
    };
    const here = longestAt(tokens, at, hereWords);
    if (here) once('here', at, here.count, { kind: 'here' });
    const work = longestAt(tokens, at, workplaceWords);
    if (work) once('workplace', at, work.count, { kind: 'workplace', workplace: work.value });
    const type = longestAt(tokens, at, typeWords);
    if (type) once('type', at, type.count, { kind: 'type', type: type.value });
    const tier = tierCodes.find((code) =>
      [code.toLowerCase(), code.toLowerCase().replace('-', '')].includes(key),
    );
    const tierOfTwo = tierCodes.find(
      (code) => wordsAt(tokens, at, code.toLowerCase().replace('-', ' ')) > 0,
    );
    if (tier || tierOfTwo) {
      const credential = tier ?? (tierOfTwo as TierCode);
      once('credential', at, tier ? 1 : 2, { kind: 'credential', credential });
    } else if (key === 'cihis')
      once('credential', at, 1, { kind: 'credential', credential: 'any' });
  }
}

function takeSkills(
  tokens: readonly Token[],
  isFree: (at: number) => boolean,
  take: (first: number, count: number, skill: string) => void,
) {
  for (let at = 0; at < tokens.length; at += 1) {
    const skill = longestAt(tokens, at, skills);
    if (!skill) continue;
    const all = Array.from({ length: skill.count }, (_, step) => at + step);
    if (all.every(isFree)) take(at, skill.count, skill.value);
  }
}

function longestAt<T>(
  tokens: readonly Token[],
  at: number,
  list: readonly (readonly [string, T])[],
) {
  let longest: { count: number; value: T } | undefined;
  for (const [phrase, value] of list) {
    const count = wordsAt(tokens, at, phrase);
    if (count > (longest?.count ?? 0)) longest = { count, value };
  }
  return longest;
}
