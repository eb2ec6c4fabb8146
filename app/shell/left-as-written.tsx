type LeftAsWrittenProps = { as: 'header' | 'footer'; className: string };

/**
 * A part of the frame in the browser: what the server has written stays, and React looks at nothing inside. That
 * halves its work on a screen, and the browser needs no code that draws the frame.
 */
export function LeftAsWritten({ as: Tag, className }: LeftAsWrittenProps) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: what stands in the document already.
    <Tag className={className} dangerouslySetInnerHTML={written[Tag]} suppressHydrationWarning />
  );
}

const written = { header: read('header'), footer: read('footer') };

/** Read once: where React must draw the document anew, after an error, the frame comes back. */
function read(tag: string) {
  const part = typeof document === 'undefined' ? null : document.querySelector(`body > ${tag}`);
  return { __html: part?.innerHTML ?? '' };
}
