import { Fragment } from 'react';

/**
 * What somebody wrote, in the lines in which they wrote it; nothing in it is read as HTML. By elements, since the reading view of a
 * browser, and what shows text alone, know no stylesheet.
 */
export function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place.
    <Fragment key={nth}>
      {nth > 0 && (
        <>
          <br />
          {'\n'}
        </>
      )}
      {line}
    </Fragment>
  ));
}
