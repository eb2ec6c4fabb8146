import type { Work } from '../subject.ts';

/** Removes expired invitations. Whoever sent one can see for a month that it has expired. */
export async function cleanInvitations({ database }: Work) {
  await database.asService.query({ text: 'select private.clean_invitations()' });
}
