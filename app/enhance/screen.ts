// For pages that React hydrates: without what only content pages need.
import { enhanceEveryPage } from './every-page.ts';

if (document.readyState === 'loading') {
  document.addEventListener('DOMContentLoaded', enhanceEveryPage, { once: true });
} else enhanceEveryPage();
