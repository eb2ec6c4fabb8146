import { browseCandidates } from '../../domain/site/links.ts';
import { askEarly } from '../session/early-questions.ts';
import { wasMember } from '../shell/session-state.ts';

/** Sends a screen's first requests and loads its files before its own script has arrived. */
export function beginEarly() {
  try {
    askEarly();
    if (location.pathname === browseCandidates && wasMember()) loadEarly(__MEMBER_FILES__);
  } catch (error) {
    // If storage is blocked or corrupt, the screen sends its requests itself.
    console.info('Nothing was asked early:', error);
  }
}

/** Otherwise the page would load them only once React is running. */
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
