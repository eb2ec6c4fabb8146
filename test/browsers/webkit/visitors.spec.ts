import { demoEmployer } from '#database/seed/demo-people.ts';
import { jobRow, storeJobs } from '../../support/jobs.ts';
import { expect, expectSound, test } from './on-webkit.ts';

test('menus open and close by mouse and keyboard, and a chosen theme stays', async ({
  visitor,
}) => {
  await visitor.open('/');
  await expectSound(visitor);
  await visitor.press('button', 'Professionals');
  await visitor.see('link', /^All certifications|^For professionals|Certification/);
  await visitor.typeAnywhere('escape');
  expect(await visitor.run('return document.activeElement.getAttribute("aria-expanded")')).toBe(
    'false',
  );
  await visitor.press('button', 'Dark');
  await visitor.reload();
  expect(await visitor.run('return getComputedStyle(document.documentElement).colorScheme')).toBe(
    'dark',
  );
  await expectSound(visitor);
});

test.describe('on a phone', () => {
  test.use({ window: 'phone' });

  test('the quiz leads to a pathway, and back through its answers', async ({ visitor }) => {
    await visitor.open('/certification-quiz');
    const answers = [
      'I am new to it',
      'Manager, director or executive',
      'A skill I can use soon',
      'Moderate: 60-100 hours',
    ];
    for (const [index, answer] of answers.entries()) {
      await visitor.see('text', `Question ${index + 1} of 5`);
      await visitor.press('text', new RegExp(`^${answer.split(':')[0]}`));
      await visitor.press('button', 'Next');
    }
    await visitor.see('text', 'Question 5 of 5');
    await visitor.back();
    await visitor.see('text', 'Question 4 of 5');
    await visitor.press('button', 'Next');
    await visitor.press('text', /^All of it, in order/);
    await visitor.press('button', 'See Results');
    await visitor.see('heading', 'Your Recommended Pathway');
    await expectSound(visitor);
  });
});

test('the board searches as one types, says what it understood, and is unchanged on the way back', async ({
  visitor,
  server,
}) => {
  const company = `Company ${crypto.randomUUID().slice(0, 8)}`;
  await storeJobs(
    server.database,
    Array.from({ length: 3 }, () => jobRow(demoEmployer.id, { company })),
  );
  await visitor.open('/jobs');
  await visitor.fill('Search jobs', `${company} charlotte`);
  await visitor.see('text', '3 jobs');
  await visitor.press('button', /^More filters/);
  await expectSound(visitor);
  await visitor.press('link', /^View Details/);
  await visitor.arrivesAt(/\/job\//);
  await visitor.see('heading', /./);
  await expectSound(visitor);
  await visitor.back();
  await visitor.see('text', '3 jobs');
  expect(await visitor.valueOf('Search jobs')).toBe(`${company} charlotte`);
});

test('somebody subscribes to the newsletter', async ({ visitor }) => {
  await visitor.open('/resources');
  await visitor.fill('Email address', 'somebody@reader.example');
  await visitor.press('button', 'Subscribe');
  await visitor.see('text', /^Check your email/);
  await expectSound(visitor);
});
