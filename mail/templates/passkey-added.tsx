import { site } from '#domain/brand.ts';
import { notice } from '../notice.tsx';

export const passkeyAdded = notice(
  'A passkey was added',
  () =>
    `A passkey can now sign in to your account. It stays when you choose a new password: if it is not yours, remove it under Passkeys in your account, or write to ${site.email}.`,
);
