/**
 * Adds the return path to sign-in links, for new tabs too: people continue where they were. The server's link names
 * only the sign-in page.
 */
export function nameWayBack() {
  for (const press of ['click', 'auxclick', 'contextmenu'])
    document.addEventListener(press, ({ target }) => {
      const link =
        target instanceof Element && target.closest<HTMLAnchorElement>('a[data-way-back]');
      if (link) link.search = `?next=${link.dataset.wayBack}`;
    });
}
