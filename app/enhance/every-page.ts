import { keepFormsWithoutConnection } from './forms.ts';
import { closeMenusOnLeave, describeMenus } from './menus.ts';
import { openOwnPage } from './missing-page.ts';
import { followSession } from './session.ts';
import { rememberTheme } from './theme.ts';
import { showFlashes } from './toasts.ts';
import { keepTyped } from './typed.ts';
import { showUnread } from './unread.ts';
import { reportPrefetched } from './views.ts';

/** What the frame around every page can do, also around those that React takes over. */
export function enhanceEveryPage() {
  describeMenus();
  closeMenusOnLeave();
  rememberTheme();
  followSession();
  keepFormsWithoutConnection();
  keepTyped();
  showFlashes();
  showUnread();
  reportPrefetched();

  const missing = document.querySelector('[data-missing-page]');
  if (missing) {
    console.error('404 Error: User attempted to access non-existent route:', location.pathname);
    openOwnPage(missing).catch((error: unknown) => console.info('No page of one’s own:', error));
  }
}
