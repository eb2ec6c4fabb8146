import { notice } from '../notice.tsx';

export const newDevice = notice(
  'New sign-in to your account',
  () => 'Your account was opened from a device that it has not seen before.',
);
