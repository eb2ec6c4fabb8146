import { newsletterFrame } from '../newsletter-frame.tsx';

export const newsletterConfirm = newsletterFrame({
  title: 'Confirm your subscription',
  text: 'Somebody, we hope you, asked for news about our resources and events at this address. Please confirm that it is what you want.',
  button: 'Confirm the subscription',
  note: 'The link works for seven days. If it was not you, do nothing: without you, no further message will come, and the address will be deleted.',
});
