import { keepFormsWithoutConnection } from './forms.ts';
import { closeMenusOnLeave, describeMenus, openMenusForMouse } from './menus.ts';
import { keepOneHeader } from './one-header.ts';
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
  openMenusForMouse();
  rememberTheme();
  followSession();
  keepFormsWithoutConnection();
  keepTyped();
  showFlashes();
  showUnread();
  reportPrefetched();
  // Last: the others look for what they need in both.
  keepOneHeader();
}
