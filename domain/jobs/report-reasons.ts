/** Why somebody reports a job, as they choose it. */
export const reportReasons = [
  'scam',
  'misleading',
  'discriminating',
  'not-a-job',
  'over',
  'company',
  'other',
] as const;
