// For the pages that React takes over: without what only content pages have.
import { askEarly } from '../session/early-questions.ts';
import { enhanceEveryPage } from './every-page.ts';

// It runs as soon as it is here, since nothing of the page is needed to ask; the rest is for a page that stands.
askEarly();
if (document.readyState === 'loading') {
  document.addEventListener('DOMContentLoaded', enhanceEveryPage, { once: true });
} else enhanceEveryPage();
