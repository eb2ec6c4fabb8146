/** Whoever signs in to do something goes on to it afterwards. The link itself names the sign-in page alone. */
export function nameWayBack() {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-way-back]');
    if (link) link.search = `?next=${link.dataset.wayBack}`;
  });
}
