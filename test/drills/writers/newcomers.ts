import { setTimeout as pause } from 'node:timers/promises';
import type { Hands, Person, Writing } from './hands.ts';
import type { Team } from './team.ts';

/**
 * In turn: one who only signs up, one who joins the team, and one who applies to the job and pays.
 */
export async function keepComing(writing: Writing, hands: Hands, job: string, team: Team) {
  const { post, kept, over } = writing;
  for (let number = 0; !over.aborted; number += 1) {
    const email = `${crypto.randomUUID()}@drill.example`;
    const password = 'kept-Ready-7';
    const answer = await post('/auth/v1/signup', { email, password }).catch(() => undefined);
    if (answer?.status !== 200) {
      await pause(100);
      continue;
    }
    kept.people.push(email);
    // In turn, somebody who waits for the mail; once an address is confirmed, none is sent.
    if (number % 3 === 0) {
      kept.waiting.push(email);
      continue;
    }
    await becomeKnown(hands, email);
    const person = await hands.signIn(email, password);
    await hands.surprised(async () => {
      if (number % 3 === 1 && (await team.takeIn(person))) return;
      await apply(writing, hands, person, job);
      await pay(writing, hands, person);
    });
  }
}

/**
 * As if the link had been followed, while the mail stays for the count at the end; and with a
 * profile for applying.
 */
const becomeKnown = ({ sql }: Hands, email: string) =>
  sql(
    `with proved as (update auth.users set email_confirmed_at = now(), email_proved_at = now()
        where email = $1 returning id)
      insert into public.candidate_profiles (user_id, headline) select id, 'Inpatient coder' from proved`,
    [email],
  );

async function apply(
  { kept }: Writing,
  { insist }: Hands,
  { email, token }: Person,
  jobId: string,
) {
  const given = { jobId, name: 'Sam Sample', withProfile: true, withResume: false };
  const { status, body } = await insist('/functions/v1/apply-for-job', given, token);
  if (status !== 200 || !body.id) throw new Error(`No application: ${JSON.stringify(body)}`);
  kept.applicants.push(email);
}

async function pay({ kept, sandbox }: Writing, { insist }: Hands, { id, token }: Person) {
  const { body } = await insist('/functions/v1/create-checkout', {}, token);
  if (!body.url) throw new Error(`Nowhere to pay: ${JSON.stringify(body)}`);
  const paid = await fetch(String(body.url), {
    method: 'POST',
    body: new URLSearchParams({ number: '4242424242424242' }),
    redirect: 'manual',
  });
  if (paid.status !== 303) throw new Error(`Not paid: ${JSON.stringify(body)}`);
  kept.payers.push(id);
  void sandbox.deliverNow();
}
