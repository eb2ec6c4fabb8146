import type { WordKind } from '#domain/site/word-kinds.ts';
import { about } from './about.ts';
import { announcement } from './announcement.ts';
import { brand } from './brand.ts';
import { events } from './events.ts';
import { faq } from './faq.ts';
import { jobMarket } from './job-market.ts';
import { withKnownWays } from './known-ways.ts';
import { accessibility, fulfillment, privacy, terms } from './legal-texts.ts';
import { membership } from './membership.ts';
import { plansKind } from './plans.ts';
import { postingRules } from './posting-rules.ts';
import { resources } from './resources.ts';
import { salaries } from './salaries.ts';
import { seats } from './seats.ts';
import { signUp } from './sign-up.ts';
import { statistics } from './statistics.ts';
import { testimonials } from './testimonials.ts';

/** Everything that staff can change without a release, in the order of their screen. A new kind is one line here. */
export const wordKinds: readonly WordKind[] = [
  announcement,
  statistics,
  salaries,
  jobMarket,
  faq,
  testimonials,
  resources,
  events,
  membership,
  brand,
  about,
  plansKind,
  signUp,
  postingRules,
  seats,
  terms,
  privacy,
  fulfillment,
  accessibility,
].map(withKnownWays);
