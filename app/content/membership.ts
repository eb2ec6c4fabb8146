import { wordsOf } from '#domain/site/words.ts';

/** The five benefits on the membership dashboard, in the specified words. */
export const membershipBenefits = [
  'Browse all public candidate profiles',
  'Advanced search filters by skills, experience and location',
  'Direct contact with AI-ready healthcare professionals',
  'View certified (CIHIS-certified) candidates',
  'Unlimited candidate profile views',
] as const;

/** Other texts about a membership, as released. The rest of its screens is in the specification's words. */
export const firstMembershipWords = {
  gate: 'Searching candidates and writing to them takes an employer membership. Posting jobs stays free.',
  includes: 'What it includes',
  inactive:
    'You have no active subscription. Subscribe to access the talent marketplace: search public candidate profiles and write to the people behind them.',
};

export const membershipWords = () => wordsOf('membership', firstMembershipWords);
