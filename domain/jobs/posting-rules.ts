/** How far owners may move what holds for postings; written as SQL, too (database/rules/postings.sql). */
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

/** Where the server was not set up otherwise. */
export const usualPostingRules: PostingRules = {
  jobs_review_first: false,
  jobs_per_day: 30,
  jobs_unconfirmed_live: 3,
};
