import { openAddressedAnswer } from './answers.ts';
import { focusArrival } from './arrival.ts';
import { filterInPlace } from './finder.ts';
import { keepFormsWithoutConnection } from './forms.ts';
import { handOnArrivals } from './hand-on.ts';
import { closeMenusOnLeave, describeMenus } from './menus.ts';
import { guardQuiz } from './quiz.ts';
import { followSession } from './session.ts';
import { rememberTheme } from './theme.ts';
import { showFlashes } from './toasts.ts';
import { showUnread } from './unread.ts';
import { reportPrefetched } from './views.ts';

handOnArrivals();
describeMenus();
closeMenusOnLeave();
rememberTheme();
followSession();
openAddressedAnswer();
focusArrival();
guardQuiz();
filterInPlace();
keepFormsWithoutConnection();
showFlashes();
showUnread();
reportPrefetched();

if (document.querySelector('[data-missing-page]')) {
  console.error('404 Error: User attempted to access non-existent route:', location.pathname);
}
