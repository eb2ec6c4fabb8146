import { type CandidateSearch, toArguments, wordsOf } from '../candidates/candidate-search.ts';

/** A search of people as an alert keeps it. In a file of its own because the list of alerts does not need it. */
export function peopleConditions(search: CandidateSearch) {
  const { q, location, skills_mode, years_from, years_to, ...given } = toArguments(search);
  return {
    ...given,
    words: wordsOf(q),
    place: location,
    mode: skills_mode,
    ...(years_from !== undefined && { from: years_from }),
    ...(years_to !== undefined && { to: years_to }),
  };
}
