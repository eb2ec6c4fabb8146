import { Fragment } from 'react';
import { lightColors as colors } from '#domain/site/brand.ts';

/** Somebody's words as typed, line by line; in plain text each line is marked as not ours. */
export function Quote({ text }: { text: string }) {
  return (
    <blockquote dir="auto" className="quote" style={quote}>
      {text.split('\n').map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an email never move.
        <Fragment key={place}>
          {place > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </blockquote>
  );
}

const quote = {
  margin: '0 0 24px',
  padding: '0 0 0 16px',
  borderLeft: `3px solid ${colors.pine}`,
  fontSize: '16px',
  lineHeight: '24px',
  whiteSpace: 'pre-wrap' as const,
  overflowWrap: 'anywhere' as const,
};
