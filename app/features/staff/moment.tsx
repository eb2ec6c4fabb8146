import { Time } from '#app/ui/time.tsx';

type MomentProps = { at: string | null; hasTime?: boolean };

/** A date or time in the format of all staff lists and pages. */
export function Moment({ at, hasTime = false }: MomentProps) {
  if (!at) return '—';
  return (
    <Time at={at}>
      <span>{dayInWords(at)}</span>
      {hasTime && (
        <>
          {', '}
          <span>{timeInWords(at)}</span>
        </>
      )}
    </Time>
  );
}

/** "Nov 20, 2026, 8:59 PM", in the reader's time zone. */
export function momentInWords(at: string): string {
  return new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}

const timeInWords = (at: string) =>
  new Date(at).toLocaleTimeString('en-US', { timeStyle: 'short' });

/** "Nov 20, 2026". */
export function dayInWords(at: string): string {
  return new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium' });
}
