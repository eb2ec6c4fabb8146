import { hashTarget } from '../shell/focus-place.ts';

/** The hash may point into a closed answer. Newer browsers open it themselves; older ones do not. */
export function openAddressedAnswer() {
  open();
  addEventListener('hashchange', open);
}

function open() {
  const answer = hashTarget(location.hash);
  const details = answer?.closest('details');
  if (!answer || !details || details.open) return;
  details.open = true;
  answer.scrollIntoView();
}
