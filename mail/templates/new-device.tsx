import { notice } from '../notice.tsx';

export const newDevice = notice(
  'New sign-in to your account',
  () => 'Somebody signed in to your account from a device that has not been used with it before.',
);
