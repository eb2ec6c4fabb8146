import { Fragment } from 'react';

/**
 * Text in the lines in which somebody typed it, never read as HTML. Built from elements, because a browser's reader
 * view, and programs that extract text, ignore stylesheets.
 */
export function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position.
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
