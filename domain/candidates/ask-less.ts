import { type CandidateSearch, everybody, mostSkills, wordsOf } from './candidate-search.ts';

/** A broader search to try when another found nobody, and how it differs. */
export type Lesser = { words: string; search: CandidateSearch };

/** The most words for which one page may try all these searches. */
const mostWords = 5;
const longestSkill = 50;

/**
 * What to try when a search finds nobody: first close variants, then, if those find nobody either, more distant ones.
 */
export function askLess(search: CandidateSearch): [Lesser[], Lesser[]] {
  const { years, words } = partsOf(search.q);
  const known = [...new Set(words)];
  const named = known.length > 1 ? known.slice(0, mostWords) : [];
  const asking = (kept: readonly string[]) => ({ ...search, q: kept.join(' ') });
  const without = (word: string) => asking(words.filter((each) => each !== word));
  return [
    [
      ...elsewhere(search, search.q),
      ...(search.q && !search.location ? [asPlace(search, `“${search.q}” as a place`)] : []),
      ...(years ? [{ words: yearsOrMore(years), search: { ...asking(words), from: years } }] : []),
      ...named.map((word) => ({ words: `Without “${word}”`, search: without(word) })),
      ...withoutFilters(search),
      ...named.flatMap((word) => elsewhere(without(word), word)),
    ],
    [
      ...(known.length > 2
        ? named.map((word) => ({ words: `Only “${word}”`, search: asking([word]) }))
        : []),
      ...named.flatMap((word) => elsewhere(asking([]), word, 'Only ')),
    ],
  ];
}

/** "5 years", "10+ yrs of experience" become the filter of years; every other word stays a word. */
function partsOf(q: string) {
  const found =
    /(?<!\S)(\d{1,2})\+?\s*(?:years?|yrs?)\b(?:\s+of)?(?:\s+(?:experience|exp)\b)?/i.exec(q);
  if (!found) return { years: '', words: wordsOf(q) };
  const rest = `${q.slice(0, found.index)} ${q.slice(found.index + found[0].length)}`;
  return { years: found[1] ?? '', words: rest.trim() ? wordsOf(rest) : [] };
}

const yearsOrMore = (years: string) =>
  `${years} ${years === '1' ? 'year' : 'years'} of experience or more`;

/** The same words, looked for where the filters look; the words of `rest` stay where they are. */
function elsewhere(search: CandidateSearch, words: string, only = ''): Lesser[] {
  const { skills, certification } = search;
  if (!words) return [];
  const rest = search.q === words ? { ...search, q: '' } : search;
  const found: Lesser[] = [];
  if (words.length <= longestSkill && skills.length < mostSkills) {
    found.push({
      words: `${only}“${words}” as a skill or language`,
      search: { ...rest, skills: [...skills, words], mode: 'all' },
    });
  }
  if (!certification) {
    found.push({
      words: `${only}“${words}” as a certification`,
      search: { ...rest, certification: words },
    });
  }
  return found;
}

function asPlace(search: CandidateSearch, words: string): Lesser {
  return { words, search: { ...search, q: '', location: search.q, miles: '25' } };
}

const filters: readonly [names: (keyof CandidateSearch)[], words: string][] = [
  [['level'], 'All levels'],
  [['skills', 'mode'], 'Any skills and languages'],
  [['location', 'miles'], 'Any place'],
  [['certification'], 'Any certification or none'],
  [['availability'], 'Any availability'],
  [['verified'], 'Everybody, verified or not'],
  [['from', 'to'], 'Any years of experience'],
];

function withoutFilters(search: CandidateSearch): Lesser[] {
  return filters.flatMap(([names, words]) => {
    const changes = Object.fromEntries(names.map((name) => [name, everybody[name]]));
    const isSet = names.some((name) => `${search[name]}` !== `${everybody[name]}`);
    return isSet ? { words, search: { ...search, ...changes } } : [];
  });
}
