import { expect, test } from 'vitest';
import { gapsOf } from './posting-gaps.ts';

const whole = {
  job_type: 'Full-time',
  workplace: 'on-site',
  city: 'Charlotte',
  region: 'NC',
  country: 'US',
  salary_from: 58_000,
  salary_to: 72_000,
};

test('a complete posting has no gaps', () => {
  expect(gapsOf(whole)).toEqual({ missing: [], helpful: [] });
});

test.each([
  [{ country: null }, ['country'], []],
  [{ country: null, region: null }, ['country'], []],
  [{ job_type: 'Remote' }, ['clash'], []],
  [{ job_type: 'Remote', workplace: 'hybrid', country: null }, ['country', 'clash'], []],
  [{ workplace: null }, [], ['workplace']],
  [{ city: null, region: null }, [], ['city', 'region']],
  // Outside the US, addresses do not always have a region.
  [{ country: 'GB', region: null }, [], []],
  [{ workplace: 'remote', city: null, region: null }, [], []],
  [{ job_type: 'Remote', workplace: null, city: null, region: null }, [], []],
  [{ salary_to: null }, [], ['pay']],
  [{ salary_from: null, salary_to: null }, [], ['pay']],
])('%o lacks %o, and %o would help', (changes, missing, helpful) => {
  expect(gapsOf({ ...whole, ...changes })).toEqual({ missing, helpful });
});
