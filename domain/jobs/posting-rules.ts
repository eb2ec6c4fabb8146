/** The range within which owners may set the rules of postings; also written as SQL (database/rules/postings.sql). */
export const postingLimits = {
  jobs_per_day: { least: 1, most: 100_000, name: 'Jobs of one person in a day' },
  jobs_unconfirmed_live: {
    least: 0,
    most: 1_000,
    name: 'Jobs on the board before the email address is confirmed',
  },
} as const;

export type PostingRules = { [Name in keyof typeof postingLimits]: number } & {
  jobs_review_first: boolean;
};

/** The defaults, unless the server is configured otherwise. */
export const usualPostingRules: PostingRules = {
  jobs_review_first: false,
  jobs_per_day: 30,
  jobs_unconfirmed_live: 3,
};
