import { browseCandidates } from '../../domain/site/links.ts';
import { askEarly } from '../session/early-questions.ts';
import { wasMember } from '../shell/session-state.ts';

/** What a screen asks and loads first, before its own files are here. */
export function beginEarly() {
  try {
    askEarly();
    if (location.pathname === browseCandidates && wasMember()) loadEarly(__MEMBER_FILES__);
  } catch (error) {
    // Where the browser keeps nothing, or something odd, the screen asks itself.
    console.info('Nothing was asked early:', error);
  }
}

/** The page would name them when React is here, and ask for the first of them then. */
function loadEarly(files: readonly string[]) {
  for (const href of files) {
    const link = document.createElement('link');
    if (href.endsWith('.css'))
      Object.assign(link, { rel: 'preload', as: 'style', crossOrigin: '' });
    else link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}
