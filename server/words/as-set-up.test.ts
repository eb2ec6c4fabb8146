import { describe, expect, it } from 'vitest';
import { postingRules } from '#app/content/words/posting-rules.ts';
import { signUp } from '#app/content/words/sign-up.ts';
import { statistics } from '#app/content/words/statistics.ts';
import { checkWords } from '#domain/site/check-words.ts';
import type { WordKind } from '#domain/site/word-kinds.ts';
import { readConfig } from '../settings/config.ts';
import { asSetUp } from './as-set-up.ts';

const kinds = [statistics, signUp, postingRules];
const setUpWith = (settings: Record<string, string>) =>
  asSetUp(kinds, readConfig({ LOG_LEVEL: 'silent', ...settings })) as [
    WordKind,
    WordKind,
    WordKind,
  ];

describe('what the server was configured with', () => {
  it('is the first version of the posting rules, and fits their fields', () => {
    const SITE_URL = 'https://site.example';
    const [, , rules] = setUpWith({ SITE_URL, JOBS_REVIEW_FIRST: 'true', JOBS_PER_DAY: '90000' });
    expect(rules.first).toEqual({
      jobs_review_first: true,
      jobs_per_day: 90_000,
      jobs_unconfirmed_live: 3,
    });
    expect(checkWords(rules.fields, rules.first).problems).toEqual([]);
  });

  it('leaves other words as the release has them', () => {
    expect(setUpWith({})[0].first).toEqual(statistics.first);
  });

  it('keeps sign-up closed, whatever anybody publishes', () => {
    const [, open] = setUpWith({});
    expect(open.check?.(open.first) ?? []).toEqual([]);
    const [, closed] = setUpWith({ AUTH_SIGNUP: 'closed' });
    expect(closed.first.state).toBe('closed');
    expect(closed.check?.(closed.first)).toEqual([]);
    expect(closed.check?.({ ...closed.first, state: 'open' })).toMatchObject([{ path: 'state' }]);
  });
});
