/** The three theme buttons; the choice is applied before paint by the boot script. */
export function rememberTheme() {
  const root = document.documentElement;
  const show = () => {
    const theme = root.dataset.theme ?? 'system';
    for (const button of document.querySelectorAll<HTMLElement>('[data-theme-choice]')) {
      button.setAttribute('aria-pressed', String(button.dataset.themeChoice === theme));
    }
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      meta.content = getComputedStyle(document.body).backgroundColor;
    }
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
    localStorage.setItem('theme', choice);
    apply(choice);
  });
  addEventListener('storage', (event) => {
    if (event.key === 'theme') apply(event.newValue);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  show();
}
