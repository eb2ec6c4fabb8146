/** Limits of a single request. Generous for people and pages, a wall for everyone else. */
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
  /** Of the part of a response that is shown, for everybody except the secret key. */
  answerBytes: 16_777_216,
  bodyRows: 5_000,
  bodyColumns: 200,
  /** Characters of the column names in a CSV body, times its rows. */
  csvNames: 16_777_216,
  cachedPlans: 300,
  /** The total length of cached plans and URLs; each cache may hold up to twice as much. */
  cachedCharacters: 2_000_000,
  cachedUrlLength: 2_000,
  /** Longer statements are planned each time, which takes little of their total time. */
  preparedLength: 4_000,
} as const;
