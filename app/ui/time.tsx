import type { ComponentProps } from 'react';

type TimeProps = Omit<ComponentProps<'time'>, 'dateTime'> & { at: string };

/** A date or a timestamp. PostgreSQL writes microseconds; HTML allows at most three digits. */
export function Time({ at, ...rest }: TimeProps) {
  return <time dateTime={at.replace(/(\.\d{3})\d+/, '$1')} {...rest} />;
}
