import type { ComponentProps } from 'react';

type TimeProps = Omit<ComponentProps<'time'>, 'dateTime'> & { at: string };

/** A day or a moment. PostgreSQL writes a moment with microseconds, of which HTML takes no more than three digits. */
export function Time({ at, ...rest }: TimeProps) {
  return <time dateTime={at.replace(/(\.\d{3})\d+/, '$1')} {...rest} />;
}
