import { storeHint } from '../shell/session-state.ts';

/** The three theme buttons; the boot script applies the choice before the first paint. */
export function rememberTheme() {
  const root = document.documentElement;
  // The first is the light scheme's. Reading computed styles instead would cost a layout before the first paint.
  const papers = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(
    (meta) => ({ meta, own: meta.content }),
  );
  const show = () => {
    const theme = root.dataset.theme ?? 'system';
    for (const button of document.querySelectorAll<HTMLElement>('[data-theme-choice]')) {
      button.setAttribute('aria-pressed', String(button.dataset.themeChoice === theme));
    }
    const chosen = papers[['light', 'dark'].indexOf(theme)];
    for (const { meta, own } of papers) meta.content = chosen?.own ?? own;
  };
  const apply = (choice: string | null | undefined) => {
    if (choice === 'light' || choice === 'dark') root.dataset.theme = choice;
    else delete root.dataset.theme;
    show();
  };
  document.addEventListener('click', (event) => {
    const button =
      event.target instanceof Element && event.target.closest<HTMLElement>('[data-theme-choice]');
    if (!button) return;
    const choice = button.dataset.themeChoice ?? 'system';
    apply(choice);
    storeHint('theme', choice);
  });
  addEventListener('storage', (event) => {
    if (event.key === 'theme') apply(event.newValue);
  });
  show();
}
