import { Notice } from '../ui/notice.tsx';

/**
 * Shown if React never starts on a screen: one of its files is lost, blocked or truncated. Rendered by the server and
 * revealed by the stylesheet, because there may be no script to do it. The text is true even without a stylesheet.
 */
export function LostScreen() {
  return (
    <div className="lost-screen wrap">
      <Notice tone="danger" title="A part of this page could not be loaded">
        If nothing more appears below, check your connection and{' '}
        <a className="link" href={here}>
          load the page again
        </a>
        . If that does not help, something in your browser or your network, perhaps a content
        blocker, is keeping this site’s scripts from loading.
      </Notice>
    </div>
  );
}

/** The current page's own address. */
const here = '';
