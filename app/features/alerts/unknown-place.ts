/** Said where a search names a place that is none that we know. */
export const unknownPlace =
  'We do not know the place of this search. Choose a town or a state of the United States on the job board first.';
