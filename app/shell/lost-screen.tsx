import { Notice } from '../ui/notice.tsx';

/**
 * Said where React never comes to a screen: a file of it is lost, blocked or cut off. Written by the server, and shown by the
 * stylesheet, because no script may be there to do it. Its words are true also where there is no stylesheet.
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

/** The page's own address, whatever it is. */
const here = '';
