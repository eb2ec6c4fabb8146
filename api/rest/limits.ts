/** What one request may ask for. Generous for people and pages, a wall for everyone else. */
export const limits = {
  urlLength: 16_000,
  rowsPerPage: 1_000,
  filters: 100,
  listValues: 2_000,
  logicDepth: 8,
  selectItems: 200,
  embeds: 20,
  embedDepth: 5,
  orderTerms: 20,
  jsonPathSteps: 10,
  /** Of what one answer shows, to all but the secret key. */
  answerBytes: 16_777_216,
  bodyRows: 5_000,
  bodyColumns: 200,
  /** Letters of the names of a table as text, in all its rows together. */
  csvNames: 16_777_216,
  cachedPlans: 300,
  /** Of the texts of all cached plans and addresses; each cache holds up to twice as many. */
  cachedCharacters: 2_000_000,
  cachedUrlLength: 2_000,
  /** Longer statements are planned anew each time, which for those takes little of their time. */
  preparedLength: 4_000,
} as const;
