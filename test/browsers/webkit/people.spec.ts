import { filledJob } from '../../support/job-form.ts';
import { newEmail } from '../../support/people.ts';
import { newPerson } from '../../support/people-on-screen.ts';
import { expectSound, signInDirectly, test } from './on-webkit.ts';

test('somebody signs up, signs in, posts a job and sees how it stands', async ({ visitor }) => {
  const person = { email: newEmail(), password: 'tulip-ford-84' };
  await visitor.open('/post-job');
  await visitor.arrivesAt(/\/auth$/);
  await visitor.press('tab', 'Sign Up');
  await visitor.fill('Full Name', 'Maya Torres');
  await visitor.fill('Email', person.email);
  await visitor.fill('Password', person.password);
  await expectSound(visitor);
  await visitor.press('button', 'Sign Up');
  await visitor.press('button', 'Sign In');
  await visitor.fill('Email', person.email);
  await visitor.fill('Password', person.password);
  await visitor.press('button', 'Sign In');
  await visitor.arrivesAt(/\/post-job$/);
  const title = `Denials Analyst ${crypto.randomUUID().slice(0, 8)}`;
  await visitor.fill('Job title', title);
  await visitor.fill('Company', filledJob.company);
  await visitor.fill('Location', filledJob.location);
  await visitor.fill('Description', filledJob.description);
  await visitor.fill(/^Application URL/, filledJob.url);
  await expectSound(visitor);
  await visitor.press('button', 'Post Job');
  await visitor.arrivesAt(/\/jobs$/);
  await visitor.see('text', /^Success!/);
  await visitor.open('/my-jobs');
  await visitor.see('link', title);
  await visitor.see('text', 'Live');
  await expectSound(visitor);
});

test.describe('on a phone', () => {
  test.use({ window: 'phone' });

  test('a candidate creates a profile that employers find', async ({ visitor, server }) => {
    await signInDirectly(visitor, server.url, await newPerson(server.url));
    await visitor.open('/candidate-profile');
    // What lies below the first window is rendered a moment later, and moves the button down.
    await visitor.see('text', 'Public profile');
    await visitor.press('button', 'Create Profile');
    await visitor.see('text', /^Validation Error/);
    await visitor.fill('Headline', 'Inpatient coding auditor');
    await visitor.fill(/^Skills/, 'CDI');
    await visitor.type(/^Skills/, 'enter');
    await visitor.see('button', 'Remove CDI');
    await visitor.press('text', 'Public profile');
    await expectSound(visitor);
    await visitor.press('button', 'Create Profile');
    await visitor.see('text', /^Profile created/);
    await visitor.reload();
    await visitor.see('button', 'Update Profile');
  });
});
