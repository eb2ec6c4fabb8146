import { setTimeout as pause } from 'node:timers/promises';
import {
  demoCandidate,
  demoEmployer,
  demoMember,
  demoPassword,
} from '#database/seed/demo-people.ts';
import { jobRow } from '#test/support/jobs.ts';
import { createHands, type Hands, type Writing } from './hands.ts';
import { keepComing } from './newcomers.ts';
import { openTeam } from './team.ts';

/** People who do one thing after the other until `over`, and record the responses. */
export async function startWriting(writing: Writing) {
  const hands = createHands(writing);
  const team = await openTeam(writing, hands);
  const [{ id: job = '' } = {}] = await hands.sql(
    `insert into public.jobs (title, company, job_type, location, description, contact_name, contact_email, posted_by, applies_here)
      values ('Coder', 'Piedmont Valley Health', 'Full-time', 'Charlotte, NC', $2, 'Sample Recruiter', 'talent@piedmont-valley.example', $1, true) returning id`,
    [demoEmployer.id, 'Find the root causes behind payer denials and write the appeals.'],
  );
  const done = Promise.all([
    keepPosting(writing, hands),
    keepTalking(writing, hands),
    team.keepSeats(),
    keepComing(writing, hands, job, team),
    keepComing(writing, hands, job, team),
  ]);
  return { done, company: team.company, free: team.free, job };
}

/** Not retried: without a response they cannot know whether it was done. */
async function keepPosting({ post, kept, over }: Writing, { signIn }: Hands) {
  const { token } = await signIn(demoEmployer.email, demoPassword);
  while (!over.aborted) {
    const title = `Analyst ${crypto.randomUUID()}`;
    const answer = await post('/rest/v1/jobs', jobRow(demoEmployer.id, { title }), token).catch(
      () => undefined,
    );
    if (answer?.status === 201) kept.jobs.push(title);
    else await pause(100);
  }
}

/** A member writes, the candidate answers, and so on. */
async function keepTalking({ kept, over }: Writing, { sql, insist, signIn, surprised }: Hands) {
  const member = await signIn(demoMember.email, demoPassword);
  const candidate = await signIn(demoCandidate.email, demoPassword);
  let turns = 0;
  const turn = async () => {
    const [asked, answered] = [message(), message()];
    // Nobody may write more than 200 a day; here days pass quickly.
    turns += 1;
    if (turns % 150 === 0) {
      await sql(`update public.messages set created_at = created_at - interval '1 day'`);
    }
    const to = { candidateId: demoCandidate.id, ...asked };
    const first = await insist('/functions/v1/send-candidate-message', to, member.token);
    if (first.status !== 200) throw new Error(`Not sent: ${JSON.stringify(first.body)}`);
    kept.messages.push(asked.message);
    const { conversationId } = first.body;
    const reply = { conversationId, ...answered };
    const second = await insist('/functions/v1/reply-to-message', reply, candidate.token);
    if (second.status !== 200) throw new Error(`Not sent: ${JSON.stringify(second.body)}`);
    kept.messages.push(answered.message);
  };
  while (!over.aborted) await surprised(turn);
}

const message = () => ({
  message: `Good morning, we look for a CDI specialist ${crypto.randomUUID()}`,
  clientKey: crypto.randomUUID(),
});
