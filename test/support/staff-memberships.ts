import type { MembershipPage } from '#domain/staff/memberships.ts';
import { noFaults } from '#server/outside/stripe-sandbox/faults.ts';
import { createStaffActors } from './staff.ts';
import { createStaffCalls } from './staff-calls.ts';
import { openMembershipApi, type Person } from './test-membership.ts';

/** Memberships as staff see them, and what owners do with the payment service. */
export async function openStaffMemberships() {
  const api = await openMembershipApi();
  const { sandbox } = api;
  const staffActor = createStaffActors(api);
  const [kim, lee] = [await staffActor('staff'), await staffActor('owner')];
  const act = createStaffCalls(api);
  const reason = 'They paid twice by mistake.';

  const look = async ({ user }: Person): Promise<MembershipPage> =>
    (await act(kim, 'look-membership', { person: user.id })).body;

  async function chargeOf(person: Person) {
    const { stripe } = await look(person);
    if (stripe.kind !== 'known' || !stripe.charges[0]) throw new Error('There is no charge.');
    return stripe.charges[0];
  }

  async function refundOf(person: Person, amount: number, id = crypto.randomUUID()) {
    const { id: charge, refunded } = await chargeOf(person);
    return { id, person: person.user.id, charge, amount, refunded, reason };
  }

  const entries = async (person: Person, name: string) =>
    (await act(lee, 'list-log', { filters: { subject: person.user.id, act: name } })).body.rows;

  /** The sandbox's faults end with the work. */
  async function during<T>(faults: Partial<typeof sandbox.faults>, work: () => Promise<T>) {
    Object.assign(sandbox.faults, faults);
    try {
      return await work();
    } finally {
      Object.assign(sandbox.faults, noFaults());
    }
  }

  return { api, staffActor, kim, lee, act, reason, look, chargeOf, refundOf, entries, during };
}
