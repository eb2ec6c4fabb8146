import { newsletterFrame } from '../newsletter-frame.tsx';

export const newsletterWelcome = newsletterFrame({
  title: 'You are subscribed',
  text: 'You have confirmed your address. We will write when there is something to read, hear or attend.',
  button: 'See the resources',
  note: 'You can unsubscribe at any time, here or in any email.',
});
