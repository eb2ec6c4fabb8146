import { notice } from '../notice.tsx';

export const newDevice = notice(
  'New sign-in to your account',
  () => 'Somebody signed in to your account with a browser or device that is new to it.',
);
