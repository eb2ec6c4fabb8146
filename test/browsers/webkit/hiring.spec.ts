import { becomeKnown } from '../../support/employers.ts';
import { goodCard } from '../../support/payment-pages.ts';
import { newPerson } from '../../support/people-on-screen.ts';
import type { TestServer } from '../../support/start-test-server.ts';
import { expect, expectSound, signInDirectly, test } from './on-webkit.ts';

test('a member pays, finds a candidate and writes; the candidate sees it come and answers', async ({
  visitor: member,
  another: candidate,
  server,
}) => {
  const seeker = await signInDirectly(candidate, server.url, await newPerson(server.url));
  const headline = `Specialist ${crypto.randomUUID().slice(0, 8)}`;
  await publish(server, seeker.user.id, headline);
  await candidate.open('/messages');
  await candidate.see('heading', 'Messages');

  const { user } = await signInDirectly(member, server.url, await newPerson(server.url));
  await becomeKnown(server.database, user.id);
  await member.open('/browse-candidates');
  await member.see('heading', 'Talent Search Access Required');
  await expectSound(member);
  await member.press('button', 'Subscribe');
  await member.toOtherWindow();
  await member.fill('Card number', goodCard);
  await member.press('button', 'Subscribe');
  await member.arrivesAt(/\/browse-candidates/);
  await member.fill('Search', headline);
  await member.press('button', new RegExp(`^Contact ?${headline}`));
  await member.fill('Message', 'Good morning, may we talk?');
  await member.press('button', 'Send message');
  await member.isGone('button', 'Send message');

  await candidate.press('link', /Good morning, may we talk/);
  await candidate.fill('Your message', 'Yes, on Monday.');
  await expectSound(candidate);
  await candidate.press('button', 'Send');
  await candidate.see('text', /Yes, on Monday/);

  await member.open('/messages');
  await member.see('link', /Yes, on Monday/);
  expect(await member.barriers()).toEqual([]);
});

async function publish({ database }: TestServer, id: string, headline: string) {
  await database.asService.query({
    text: 'insert into public.candidate_profiles (user_id, headline, public_profile) values ($1, $2, true)',
    values: [id, headline],
  });
}
