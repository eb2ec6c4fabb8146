/** Whoever signs in to do something goes on to it afterwards, in a new tab too. The link itself names the sign-in page alone. */
export function nameWayBack() {
  for (const press of ['click', 'auxclick', 'contextmenu'])
    document.addEventListener(press, ({ target }) => {
      const link =
        target instanceof Element && target.closest<HTMLAnchorElement>('a[data-way-back]');
      if (link) link.search = `?next=${link.dataset.wayBack}`;
    });
}
