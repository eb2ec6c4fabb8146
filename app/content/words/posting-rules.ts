import { postingLimits, usualPostingRules } from '#domain/jobs/posting-rules.ts';
import { type WordField, wordKind } from '#domain/site/word-kinds.ts';

const limit = (name: keyof typeof postingLimits, hint: string): WordField => {
  const { name: label, least, most } = postingLimits[name];
  return { type: 'number', label, least, most, hint, isWhole: true };
};

export const postingRules = wordKind({
  name: 'posting-rules',
  title: 'Posting rules',
  about: 'Rules for everybody who posts a job. Changes apply from the next job on.',
  publishedBy: 'owner',
  page: '/post-job',
  first: usualPostingRules,
  fields: {
    jobs_review_first: {
      type: 'check',
      label: 'Hold everybody’s first job for review',
      hint: 'It waits under Review until somebody releases it',
    },
    jobs_per_day: limit('jobs_per_day', 'Further ones are refused until the next day'),
    jobs_unconfirmed_live: limit(
      'jobs_unconfirmed_live',
      '0: nobody can post before confirming their address',
    ),
  },
});
