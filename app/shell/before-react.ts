import { teachOlderBrowser } from './older-browsers.ts';
import { allowTranslation } from './translated-page.ts';

/** What a page needs before React renders into it. */
export function prepareForReact() {
  teachOlderBrowser();
  allowTranslation();
}
