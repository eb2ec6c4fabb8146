import { letter } from '../letter.tsx';

export const changeEmailOld = letter({
  title: 'Agree to your new email address',
  text: 'You asked to use another address for your account. Both mailboxes must agree; this is the old one.',
  button: 'Agree to the change',
  unasked:
    'If you did not ask for it, do not press the button, and choose a new password: somebody may be in your account.',
});
