export type Kind = 'link' | 'button' | 'field' | 'heading' | 'tab' | 'option' | 'text';

/**
 * Runs in the page, so it may use nothing from outside. Finds a visible element of this kind by its
 * accessible name.
 */
export function findInPage(kind: Kind, name: string, isPattern: boolean): Element | null {
  const selectors: Record<Kind, string> = {
    link: 'a[href]',
    button: 'button:not([role=tab]), summary, [role=button]',
    field: 'input, textarea, select',
    heading: 'h1, h2, h3',
    tab: '[role=tab]',
    option: '[role=option]',
    text: 'h1, h2, h3, p, li, dt, dd, label, legend, article, td, [role=status], [role=alert], [data-sonner-toast], span, strong',
  };
  const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
  const textOf = (element: Element) => tidy(element.textContent ?? '');
  const nameOf = (element: Element) => {
    const own = element.getAttribute('aria-label');
    if (own) return tidy(own);
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = ids.length
      ? ids.map((id) => document.getElementById(id))
      : [...((element as HTMLInputElement).labels ?? [])];
    const said = labels.filter((each) => each !== null).map((each) => tidy(each.textContent ?? ''));
    return said.length ? said.join(' ') : textOf(element);
  };
  const fits = (said: string) =>
    isPattern
      ? new RegExp(name).test(said)
      : said === name || (kind === 'field' && said === `${name} *`);
  const found = [...document.querySelectorAll(selectors[kind])];
  return (
    found.find(
      (each) => each.checkVisibility({ visibilityProperty: true }) && fits(nameOf(each)),
    ) ?? null
  );
}
