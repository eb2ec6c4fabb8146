/** For dates in our own words: the first formatter of dates costs a slow phone a tenth of a second. */
export const monthNames =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
