// For the pages that React takes over: without what only content pages have.
import { askEarly } from '../session/early-questions.ts';
import { enhanceEveryPage } from './every-page.ts';

askEarly();
enhanceEveryPage();
