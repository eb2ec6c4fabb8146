/**
 * Has the page say at once what it says by itself after a while (`app/shell/lost-screen.tsx`): that a script of it did not come, and
 * React with it.
 */
export function noteLostScripts() {
  const note = () => {
    document.documentElement.dataset.lost = '';
  };
  // The event of a script goes no way up.
  addEventListener(
    'error',
    ({ target }) => {
      // Without the small script of every page a screen is all there.
      if (target instanceof HTMLScriptElement && !('enhance' in target.dataset)) note();
    },
    true,
  );
  // What was to be imported: each browser says it in its own words.
  addEventListener('unhandledrejection', ({ reason }) => {
    if (/module/i.test(reason?.message)) note();
  });
}
