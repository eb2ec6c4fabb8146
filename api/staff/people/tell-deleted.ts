import type { Work } from '../../subject.ts';

/** To whom an account belonged that an owner deleted. */
export async function tellDeleted({ sendMail }: Work, { to }: { to: string }) {
  await sendMail({ kind: 'account-deleted-by-staff', to });
}
