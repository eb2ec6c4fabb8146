import type { Work } from '../subject.ts';

/** Of addresses that nobody accepted with. Whoever asked sees for a month that an invitation has ended. */
export async function cleanInvitations({ database }: Work) {
  await database.asService.query({ text: 'select private.clean_invitations()' });
}
