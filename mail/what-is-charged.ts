/** Of a membership that will not renew. */
export const whatIsCharged = (isOwed: boolean): string =>
  isOwed
    ? 'What is owed for this period may still be charged, but nothing after it.'
    : 'Nothing more will be charged.';
