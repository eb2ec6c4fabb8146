import { notice } from '../notice.tsx';

export const passwordChanged = notice(
  'Your password was changed',
  () => 'The password of your account was changed, and all other sessions were ended.',
);
