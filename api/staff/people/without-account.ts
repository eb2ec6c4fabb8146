import type { KnownOfAddress } from '#domain/staff/people.ts';
import { addressAskedSchema } from '#domain/staff/staff.ts';
import { staffAct, staffLook } from '../as-staff.ts';

/** The log must not store the address that was looked up or erased. */
const subject = { kind: 'address', id: '' };

/** What the site stores about an address whose owner never had an account. */
export const lookAddress = staffLook({
  minimum: 'staff',
  input: addressAskedSchema,
  looksAt: () => ({ act: 'look-address', subject }),
  async read({ session, input: { address } }): Promise<KnownOfAddress> {
    const { rows } = await session.query<{ known: KnownOfAddress }>({
      text: 'select staff.known_of($1) as known',
      values: [address],
    });
    const [row] = rows;
    if (!row) throw new Error('An address was looked at and is no row.');
    return row.known;
  },
});

/** Removes the address's subscriptions, applications and emails, as the links in its emails would. */
export const forgetAddress = staffAct('forget-address', {
  input: addressAskedSchema,
  async run({ session, input: { address } }) {
    const { rows } = await session.query<{ gone: object }>({
      text: 'select staff.forget_address($1) as gone',
      values: [address],
    });
    return { entry: { subject, after: rows[0]?.gone } };
  },
});
