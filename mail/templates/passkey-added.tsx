import { notice } from '../notice.tsx';

export const passkeyAdded = notice(
  'A passkey was added',
  ({ brand }) =>
    `A passkey can now sign in to your account. It stays when you choose a new password: if it is not yours, remove it under Passkeys in your account, or write to ${brand.email}.`,
);
