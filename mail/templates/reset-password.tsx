import { letter } from '../letter.tsx';

export const resetPassword = letter({
  title: 'Reset your password',
  text: 'Continue to choose a new password.',
  button: 'Choose a new password',
  unasked: 'If you did not ask for it, ignore this email: your password stays as it is.',
  opens: true,
});
