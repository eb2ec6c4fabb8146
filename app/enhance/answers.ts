import { hashTarget } from '../shell/focus-place.ts';

/** An address may end in an answer that is closed. Browsers open it by themselves, except for older ones. */
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
