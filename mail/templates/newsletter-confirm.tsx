import { newsletterFrame } from '../newsletter-frame.tsx';

export const newsletterConfirm = newsletterFrame({
  title: 'Confirm your subscription',
  text: 'Somebody, we hope it was you, asked for news about our resources and events at this address. Please confirm that you want it.',
  button: 'Confirm the subscription',
  note: 'The link works for seven days. If it was not you, do nothing: no further email will come, and the address will be deleted.',
});
