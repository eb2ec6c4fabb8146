import { type CandidateSearch, everybody, mostSkills } from './candidate-search.ts';

/** A search that may find somebody where another found nobody, and how it differs. */
export type Lesser = { words: string; search: CandidateSearch };

/** To ask for all of these is as much as one page may do. */
const mostWords = 5;
const longestSkill = 50;

/**
 * What else to ask for when a search has found nobody: first what is close to it, then, should nobody be found by that either,
 * what is further away.
 */
export function askLess(search: CandidateSearch): [Lesser[], Lesser[]] {
  const words = search.q.split(/\s+/).filter(Boolean);
  const known = [...new Set(words)];
  const named = known.slice(0, mostWords);
  const asking = (kept: readonly string[]) => ({ ...search, q: kept.join(' ') });
  return [
    [
      ...elsewhere(search),
      ...(known.length > 1
        ? named.map((word) => ({
            words: `Without “${word}”`,
            search: asking(words.filter((each) => each !== word)),
          }))
        : []),
      ...withoutFilters(search),
    ],
    known.length > 2
      ? named.map((word) => ({ words: `Only “${word}”`, search: asking([word]) }))
      : [],
  ];
}

/** The same words, looked for where the filters look. */
function elsewhere(search: CandidateSearch): Lesser[] {
  const { q, skills, certification, location } = search;
  if (!q) return [];
  const rest = { ...search, q: '' };
  const found: Lesser[] = [];
  if (q.length <= longestSkill && skills.length < mostSkills) {
    found.push({
      words: `“${q}” as a skill`,
      search: { ...rest, skills: [...skills, q], mode: 'all' },
    });
  }
  if (!certification) {
    found.push({ words: `“${q}” as a certification`, search: { ...rest, certification: q } });
  }
  if (!location) {
    found.push({
      words: `“${q}” as a place`,
      search: { ...rest, location: q, miles: '25' },
    });
  }
  return found;
}

const filters: readonly [names: (keyof CandidateSearch)[], words: string][] = [
  [['level'], 'All levels'],
  [['skills', 'mode'], 'Any skills'],
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
