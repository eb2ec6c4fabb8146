import { site } from '#domain/brand.ts';
import { notice } from '../notice.tsx';

export const passkeyAdded = notice(
  'A passkey was added',
  () =>
    `A passkey can now sign in to your account. It stays when you choose a new password: if it is not yours, write to ${site.email} as well, and we remove it.`,
);
