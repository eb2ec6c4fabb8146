/** The five tiers of certification, in the order of the pathway, by the names that their addresses have. */
export const tiers = [
  'student',
  'applied-practice',
  'education-and-delivery',
  'healthcare-professionals',
  'leadership-and-strategy',
] as const;

export type Tier = (typeof tiers)[number];

/** The codes of the five tiers, as the register knows them, in the order of the pathway. */
export const tierCodes = ['CIHIS-S', 'CIHIS-AI', 'CIHIS-ED', 'CIHIS-HC', 'CIHIS-L'] as const;

/** Their names, where all that `app/content/certifications.ts` says of them would be too much to load. */
export const tierNames: Readonly<Record<TierCode, string>> = {
  'CIHIS-S': 'Student',
  'CIHIS-AI': 'Applied Practice',
  'CIHIS-ED': 'Education and Delivery',
  'CIHIS-HC': 'Healthcare Professionals',
  'CIHIS-L': 'Leadership and Strategy',
};

export type TierCode = (typeof tierCodes)[number];
