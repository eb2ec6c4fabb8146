import { setTimeout as pause } from 'node:timers/promises';
import { demoMember, demoPassword } from '#database/seed/demo-people.ts';
import type { Hands, Person, Writing } from './hands.ts';

/** How many members of the team may have the membership besides the one who pays. */
const seats = 4;

export type Team = Awaited<ReturnType<typeof openTeam>>;

/** The team of the demo member, who pays for some seats. */
export async function openTeam({ kept, over }: Writing, { sql, insist, signIn }: Hands) {
  const admin = await signIn(demoMember.email, demoPassword);
  const [{ company = '' } = {}] = await sql(
    `with paid as (update public.subscriptions set quantity = $2 where user_id = $1)
      select company_id as company from public.company_members where user_id = $1`,
    [admin.id, seats + 1],
  );
  const [{ free = '0' } = {}] = await sql('select private.seats_of($1) - 1 as free', [admin.id]);
  const rpc = (name: string, body: object, token = admin.token) =>
    insist(`/rest/v1/rpc/${name}`, body, token);
  let mayInvite = true;

  /** Returns whether there was room in the team. */
  async function takeIn({ id, email, token }: Person): Promise<boolean> {
    if (mayInvite) mayInvite = await invite(email);
    if (!mayInvite) return false;
    // Without a response, the invitation may have been accepted: then its link is no longer valid.
    const { status } = await rpc('accept_invitation', { token: await tokenOf(email) }, token);
    if (status !== 200 && status !== 404) throw new Error(`Not accepted: ${status}`);
    kept.members.push(id);
    return true;
  }

  async function invite(address: string): Promise<boolean> {
    const { status } = await rpc('invite_to_company', { company, address, as_role: 'recruiter' });
    // 409: invited by a try that got no response. 429: the daily limit.
    return status === 200 || status === 409;
  }

  async function tokenOf(email: string): Promise<string> {
    for (;;) {
      const rows = await sql(
        `select text from queue.outbox where recipient = $1 and text like '%next=%token%' order by id desc`,
        [email],
      );
      const link = decodeURIComponent(rows[0]?.text?.match(/next=\S+/)?.[0] ?? '');
      const [, token] = link.match(/token=([\w-]+)/) ?? [];
      if (token) return token;
      await pause(200);
    }
  }

  /** Gives seats in turn to whoever has none, and takes one back when all are taken. */
  async function keepSeats() {
    for (let turn = 0; !over.aborted; turn += 1) {
      const without = kept.members.filter((id) => !kept.seats.has(id));
      const person = without[turn % without.length];
      if (!person) {
        await pause(200);
        continue;
      }
      const { status, body } = await rpc('give_seat', { company, person });
      const isThere = String(body.message).includes('has a membership already');
      if (status < 300 || isThere) kept.seats.add(person);
      else {
        const [first = ''] = kept.seats;
        await rpc('take_seat', { company, person: first });
        kept.seats.delete(first);
      }
      const [{ taken = '0' } = {}] = await sql(
        'select count(*)::text as taken from public.membership_seats where company_id = $1',
        [company],
      );
      kept.mostSeats = Math.max(kept.mostSeats, Number(taken));
    }
  }

  return { company, free: Number(free), takeIn, keepSeats };
}
