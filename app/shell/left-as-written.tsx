type LeftAsWrittenProps = { as: 'header' | 'footer'; className: string };

/**
 * A part of the frame in the browser: React keeps the server's HTML and does not look inside. That halves its work on a
 * screen, and the browser needs no code that renders the frame.
 */
export function LeftAsWritten({ as, className }: LeftAsWrittenProps) {
  return asWritten(as, className, written[as]);
}

/** Above the header, if there is one. */
export function AnnouncementAsWritten() {
  return written.aside.__html ? asWritten('aside', 'announcement', written.aside) : null;
}

function asWritten(Tag: Tag, className: string, words: { __html: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is already in the document.
    <Tag className={className} dangerouslySetInnerHTML={words} suppressHydrationWarning />
  );
}

type Tag = 'header' | 'footer' | 'aside';

const written = { header: read('header'), footer: read('footer'), aside: read('.announcement') };

/** Read once: if React has to render the document from scratch after an error, the frame comes back. */
function read(part: string) {
  const found = typeof document === 'undefined' ? null : document.querySelector(`body > ${part}`);
  return { __html: found?.innerHTML ?? '' };
}
