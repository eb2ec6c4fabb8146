/**
 * The company has stated two lengths for the consultation. Each stays where it was stated until the company settles on
 * one (see docs/owner-checklist.md).
 */
export const call = {
  discovery: {
    minutes: 45,
    name: '45-minute discovery call',
    text: 'A 45-minute discovery call: where AI already touches your work, where it should not, and what to look at first.',
  },
  consultation: {
    minutes: 30,
    name: '30-minute call',
    text: 'A free 30-minute call about your role, your team or your program, and what would suit it.',
  },
  /** Shown wherever somebody could see both lengths. */
  lengthNote:
    'A discovery call is described as 45 minutes and a free consultation as 30 minutes. The scheduling page shows the length before you confirm.',
  newTabNote: 'opens the scheduling page in a new tab',
  responseTime: 'We typically respond within 24 hours.',
  source: 'as stated by the company',
} as const;
