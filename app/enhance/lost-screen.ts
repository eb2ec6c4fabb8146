/**
 * Shows at once what the page would otherwise show after a while (`app/shell/lost-screen.tsx`): that one of its scripts
 * failed to load, and React with it.
 */
export function noteLostScripts() {
  const note = () => {
    document.documentElement.dataset.lost = '';
  };
  // Error events of scripts do not bubble.
  addEventListener(
    'error',
    ({ target }) => {
      // A screen works without the small script of every page.
      if (target instanceof HTMLScriptElement && !('enhance' in target.dataset)) note();
    },
    true,
  );
  // A failed import; browsers word the error differently.
  addEventListener('unhandledrejection', ({ reason }) => {
    if (/module/i.test(reason?.message)) note();
  });
}
