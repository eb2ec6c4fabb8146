/** The five benefits on the membership dashboard, in the specified words. */
export const membershipBenefits = [
  'Browse all public candidate profiles',
  'Advanced search filters by skills, experience and location',
  'Direct contact with AI-ready healthcare professionals',
  'View certified (CIHIS-certified) candidates',
  'Unlimited candidate profile views',
] as const;
