/** The five tiers of certification in the order of the pathway, as they appear in addresses. */
export const tiers = [
  'student',
  'applied-practice',
  'education-and-delivery',
  'healthcare-professionals',
  'leadership-and-strategy',
] as const;

export type Tier = (typeof tiers)[number];

/** The codes of the five tiers in the register, in the order of the pathway. */
export const tierCodes = ['CIHIS-S', 'CIHIS-AI', 'CIHIS-ED', 'CIHIS-HC', 'CIHIS-L'] as const;

/** Their names, for places where loading all of `app/content/certifications.ts` would be too much. */
export const tierNames: Readonly<Record<TierCode, string>> = {
  'CIHIS-S': 'Student',
  'CIHIS-AI': 'Applied Practice',
  'CIHIS-ED': 'Education and Delivery',
  'CIHIS-HC': 'Healthcare Professionals',
  'CIHIS-L': 'Leadership and Strategy',
};

export type TierCode = (typeof tierCodes)[number];
