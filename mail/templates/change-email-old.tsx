import { letter } from '../letter.tsx';

export const changeEmailOld = letter({
  title: 'Approve your new email address',
  text: 'You asked to change the address of your account. Both mailboxes must approve; this is the old one.',
  button: 'Approve the change',
  unasked:
    'If you did not ask for it, do not press the button, and choose a new password: somebody may be in your account.',
});
