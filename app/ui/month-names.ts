/** For dates without a formatter: the first one costs a slow phone a tenth of a second. */
export const monthNames =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
