import type { WordKind } from '#domain/site/word-kinds.ts';
import type { Config } from '../settings/config.ts';

export type SetRules = Pick<Config, 'jobLimits' | 'auth'>;

/**
 * The configured limits are the first version of the rules that owners publish; for sign-up, the
 * configuration is also the upper limit.
 */
export function asSetUp(kinds: readonly WordKind[], { jobLimits, auth }: SetRules): WordKind[] {
  const set: Record<string, Partial<WordKind>> = {
    'posting-rules': {
      first: {
        jobs_review_first: jobLimits.reviewsFirst,
        jobs_per_day: jobLimits.perDay,
        jobs_unconfirmed_live: jobLimits.unconfirmedLive,
      },
    },
    ...(!auth.isSignUpOpen && { 'sign-up': { first: { state: 'closed' }, check: staysClosed } }),
  };
  return kinds.map((kind) => {
    const { first, ...others } = set[kind.name] ?? {};
    return { ...kind, ...others, first: { ...kind.first, ...first } };
  });
}

function staysClosed({ state }: WordKind['first']) {
  if (state === 'closed') return [];
  const message =
    'The server keeps sign-up closed (AUTH_SIGNUP=closed). Remove that setting first.';
  return [{ path: 'state', message }];
}
