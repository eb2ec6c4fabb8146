import { letter } from '../letter.tsx';

export const invitation = letter({
  title: 'You are invited',
  text: 'Somebody prepared an account for you. Accept to open it and to choose a password.',
  button: 'Accept the invitation',
  unasked: 'If you were not expecting an invitation, ignore this email.',
});
