import type { Work } from '../../subject.ts';

/** Tells the person whose account an owner deleted. */
export async function tellDeleted({ sendMail }: Work, { to }: { to: string }) {
  await sendMail({ kind: 'account-deleted-by-staff', to });
}
