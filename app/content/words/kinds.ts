import type { WordKind } from '#domain/word-kinds.ts';
import { announcement } from './announcement.ts';
import { jobMarket } from './job-market.ts';
import { postingRules } from './posting-rules.ts';
import { salaries } from './salaries.ts';
import { signUp } from './sign-up.ts';
import { statistics } from './statistics.ts';

/** Everything that staff change without a release, in the order of their screen. A new kind is a line here. */
export const wordKinds: readonly WordKind[] = [
  announcement,
  statistics,
  salaries,
  jobMarket,
  signUp,
  postingRules,
];
