/** Shown if a search names a place that we do not know. */
export const unknownPlace =
  'We do not know the place of this search. Choose a town or a state of the United States on the job board first.';
