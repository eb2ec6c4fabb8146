/**
 * Shows the number of unread messages in the header. Written straight into the document: React renders these places
 * empty and leaves them alone.
 */
export function reflectUnread(count: number) {
  const words = count === 0 ? '' : `${count < 100 ? count : '99+'} unread`;
  for (const place of document.querySelectorAll('[data-unread-words]')) place.textContent = words;
  for (const button of document.querySelectorAll<HTMLElement>('[data-unread-name]')) {
    const name = button.dataset.unreadName ?? '';
    button.setAttribute('aria-label', words ? `${name}, ${words}` : name);
    if (words) button.dataset.unreadCount = words.replace(' unread', '');
    else delete button.dataset.unreadCount;
  }
}
