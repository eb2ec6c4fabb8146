// For the pages that React takes over: without what only content pages have.
import { enhanceEveryPage } from './every-page.ts';

if (document.readyState === 'loading') {
  document.addEventListener('DOMContentLoaded', enhanceEveryPage, { once: true });
} else enhanceEveryPage();
