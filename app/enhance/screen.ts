// For the pages that React takes over: without what only content pages have.
import { enhanceEveryPage } from './every-page.ts';

enhanceEveryPage();
