import { letter } from '../letter.tsx';

export const confirmSignUp = letter({
  title: 'Confirm your email address',
  text: 'Welcome. Please confirm that this mailbox is yours, in the browser in which you signed up. On another device, have your password ready.',
  button: 'Confirm the address',
  unasked: 'If you did not sign up, ignore this email: nothing is confirmed without you.',
});
