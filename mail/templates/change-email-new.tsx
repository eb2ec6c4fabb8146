import { letter } from '../letter.tsx';

export const changeEmailNew = letter({
  title: 'Confirm your new email address',
  text: 'You asked to use this address for your account. Please confirm that this mailbox is yours.',
  button: 'Confirm the address',
  unasked: 'If you did not ask for it, ignore this email.',
});
