import { keepFormsWithoutConnection } from './forms.ts';
import { closeMenusOnLeave, describeMenus, openMenusForMouse } from './menus.ts';
import { keepOneHeader } from './one-header.ts';
import { followSession } from './session.ts';
import { rememberTheme } from './theme.ts';
import { showFlashes } from './toasts.ts';
import { keepTyped } from './typed.ts';
import { showUnread } from './unread.ts';
import { reportPrefetched } from './views.ts';

/** The behaviour of the frame around every page, including pages that React hydrates. */
export function enhanceEveryPage() {
  describeMenus();
  closeMenusOnLeave();
  openMenusForMouse();
  rememberTheme();
  followSession();
  keepFormsWithoutConnection();
  keepTyped();
  showFlashes();
  showUnread();
  reportPrefetched();
  // Last, because the others look for their elements in both headers.
  keepOneHeader();
}
