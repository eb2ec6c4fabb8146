import type { APIRequestContext } from '@playwright/test';
import { demoEmployer } from '#database/seed/demo-people.ts';
import { expect, openPlainPage, test } from '../support/browser.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import type { TestServer } from '../support/start-test-server.ts';

// Playwright's own user agent says that it is a robot, and robots are not counted.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
});

const past = '2026-01-01T00:00:00Z';

async function storeJob(server: TestServer, changes: Record<string, unknown> = {}) {
  const [id = ''] = await storeJobs(server.database, [jobRow(demoEmployer.id, changes)]);
  return id;
}

async function read(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  return { status: response.status(), html: await response.text() };
}

function jobIn(html: string): Record<string, unknown> | undefined {
  const blocks = html.matchAll(/<script type="application\/ld\+json"[^>]*>([^<]*)/g);
  return Array.from(blocks, ([, json = '']) => JSON.parse(json)).find(
    (block) => block['@type'] === 'JobPosting',
  );
}

test.describe('the page of a job', () => {
  test('shows everything that the job says, and the ways to its recruiter', async ({
    page,
    server,
    complaints,
  }) => {
    const id = await storeJob(server, {
      salary_range: 'good',
      salary_from: 34,
      salary_to: 42.5,
      salary_currency: 'USD',
      salary_period: 'hour',
      workplace: 'hybrid',
      application_deadline: '2999-03-31',
      requirements: 'One\nTwo',
      benefits: 'Cover',
      contact_phone: '+1 (704) 555-0100 ext. 5',
      created_at: '2026-03-01T10:00:00Z',
      published_at: new Date(),
    });
    await page.goto(`/job/${id}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Denials Analyst');
    await expect(main.getByRole('region', { name: 'At a glance' })).toContainText(
      'Salary$34–$42.50 an hourLocationCharlotte, NCWorkplaceHybridTypeFull-time' +
        'PostedMarch 1, 2026Application deadlineMarch 31, 2999',
    );
    // Even without a stylesheet, as in a browser's reading view.
    const requirements = main.getByText('One Two', { exact: true });
    expect(await requirements.innerHTML()).toBe('One<br>\nTwo');
    const contact = main.getByRole('region', { name: 'Recruiter contact' });
    await expect(contact).toContainText('Sample Recruiter');
    await expect(contact.getByRole('link').first()).toHaveAttribute(
      'href',
      'mailto:talent@piedmont-valley.example',
    );
    await expect(contact.getByRole('link').last()).toHaveAttribute('href', 'tel:+17045550100');
    await expect(main.getByText('On piedmont-valley.example')).toBeVisible();
    await expect(main.getByRole('link', { name: /^Apply Now/ })).toHaveCount(2);
    expect(complaints).toEqual([]);
  });

  test('opens the application in a new tab and counts the click in the background, or only logs that it cannot', async ({
    page,
    context,
    server,
    browserName,
  }) => {
    const id = await storeJob(server);
    await context.route('https://piedmont-valley.example/**', (route) =>
      route.fulfill({ body: 'the employer' }),
    );
    await page.goto(`/job/${id}`);
    const link = page.getByRole('link', { name: /^Apply Now/ }).first();
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    const [opened, counted] = await Promise.all([
      context.waitForEvent('page'),
      page.waitForRequest(/track-job-click$/),
      link.click(),
    ]);
    await expect(opened).toHaveURL('https://piedmont-valley.example/apply');
    // The long-term Firefox does not report request bodies.
    if (browserName !== 'firefox') {
      expect(counted.postDataJSON()).toEqual({ jobId: id, referrer: page.url() });
    }
    expect(counted.headers()).not.toHaveProperty('authorization');
    await expect
      .poll(async () => {
        const { rows } = await server.database.asService.query<{ clicks: number }>({
          text: 'select apply_clicks as clicks from public.job_activity where job_id = $1',
          values: [id],
        });
        return rows[0]?.clicks;
      })
      .toBe(1);

    await context.route(/track-job-click$/, (route) => route.abort());
    const logged = page.waitForEvent('console', (message) => /counted/.test(message.text()));
    const openedAgain = context.waitForEvent('page');
    await link.click();
    await openedAgain;
    await logged;
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  });

  test('copies its own address', async ({ page, context, server }) => {
    const id = await storeJob(server);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/job/${id}?report=x#report`);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Link copied' }).click();
    await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${server.url}/job/${id}`,
    );
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
    // As in an app's built-in browser without an address bar; then also without the toaster.
    await page.clock.install();
    for (const part of ['none', 'toaster']) {
      await page.route(`**/assets/${part}*`, (route) => route.abort());
      await page.reload();
      await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', {}));
      await page.getByRole('button', { name: 'Copy link' }).click();
      const address = page.getByText(`${server.url}/job/${id}`);
      await expect(address).toBeVisible();
      await page.clock.runFor(30_000);
      await expect(address).toBeVisible();
      await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
      await expect(address).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused();
    }
  });

  for (const [status, changes] of [
    ['closed', { is_active: false, closed_at: past }],
    ['filled', { is_active: false, closed_at: past, filled_at: past }],
    ['ended', { published_at: past }],
  ] as const) {
    test(`says that it is ${status}, keeps the words and takes no application`, async ({
      request,
      server,
    }) => {
      const facts = { workplace: 'on-site', country: 'US', requirements: 'Three years' };
      const { status: code, html } = await read(
        request,
        `/job/${await storeJob(server, { ...facts, ...changes })}`,
      );
      expect(code).toBe(200);
      expect(html).toMatch(new RegExp(`This job (is|has) ${status}`));
      expect(html).toContain('Three years');
      expect(html).toContain('Similar jobs');
      expect(html).not.toMatch(/Apply Now|data-save|mailto:talent|Report this job/);
      expect(html).toContain('content="noindex"');
      expect(jobIn(html)).toBeUndefined();
    });
  }

  test('is not found if it never existed or is hidden, and gone if it was removed', async ({
    request,
    server,
  }) => {
    const gone = await storeJob(server);
    await server.database.asService.query({
      text: 'delete from public.jobs where id = $1',
      values: [gone],
    });
    for (const [id, expected] of [
      [crypto.randomUUID(), 404],
      ['no-id', 404],
      [await storeJob(server, { hidden_at: past }), 404],
      [gone, 410],
    ] as const) {
      const { status, html } = await read(request, `/job/${id}`);
      expect(status, id).toBe(expected);
      expect(html).toContain('Job Not Found');
      expect(html).toContain(
        'The job you&#x27;re looking for doesn&#x27;t exist or has been removed.',
      );
      expect(html).toContain('Browse All Jobs');
      expect(html).toContain('content="noindex"');
    }
  });

  test('tells search engines what they ask for, and nothing it does not know', async ({
    request,
    server,
  }) => {
    const whole = { workplace: 'on-site', city: 'Charlotte', region: 'NC', country: 'US' };
    const { html } = await read(request, `/job/${await storeJob(server, whole)}`);
    expect(jobIn(html)).toMatchObject({
      title: 'Denials Analyst',
      jobLocation: { address: { addressCountry: 'US' } },
    });
    expect(html).toContain('"@type":"BreadcrumbList"');
    const without = await read(request, `/job/${await storeJob(server)}`);
    expect(jobIn(without.html)).toBeUndefined();
  });
});

test.describe('what people post', () => {
  test('is text and never HTML, in any script and of any length', async ({
    page,
    server,
    complaints,
  }) => {
    const attack = '</p><img src=x onerror="window.isHarmed=1"><script>window.isHarmed=1</script>';
    const id = await storeJob(server, {
      title: `محلل <b>${'W'.repeat(80)}`,
      company: `C${'c'.repeat(99)}`,
      location: `دبي${'l'.repeat(90)}`,
      description: `${attack}${'😀'.repeat(5000 - attack.length)}`,
      requirements: `‮${attack}\n\n</script>`,
      workplace: 'remote',
      country: 'AE',
    });
    await page.setViewportSize({ width: 320, height: 700 });
    for (const path of [`/job/${id}`, '/jobs']) {
      await page.goto(path);
      await expect(page.getByText(attack).first()).toBeAttached();
      const state = await page.evaluate(() => ({
        isHarmed: 'isHarmed' in window,
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      }));
      expect(state).toEqual({ isHarmed: false, overflow: 0 });
    }
    await page.goto(`/job/${id}`);
    const direction = await page
      .getByRole('heading', { level: 1 })
      .locator('bdi')
      .evaluate((title) => getComputedStyle(title).direction);
    expect(direction).toBe('rtl');
    const posting = jobIn(await (await page.request.get(`/job/${id}`)).text());
    expect(posting?.description).toContain('&lt;img src=x');
    expect(complaints).toEqual([]);
  });
});

test.describe('reporting a job', () => {
  test('asks for a reason, keeps the note and thanks, without JavaScript', async ({
    context,
    server,
  }) => {
    const id = await storeJob(server);
    const page = await openPlainPage(context);
    await page.goto(`${server.url}/job/${id}`);
    await page.getByText('Report this job').click();
    await page.getByLabel(/What should we know/).fill('They want 50 dollars first.');
    await page.getByRole('button', { name: 'Send the report' }).click();
    await expect(page.getByRole('group', { name: 'What is wrong?' })).toContainText(
      'Choose a reason',
    );
    await expect(page.getByLabel(/What should we know/)).toHaveValue('They want 50 dollars first.');
    await page.getByRole('radio', { name: /scam/ }).check();
    await page.getByRole('button', { name: 'Send the report' }).click();
    await expect(page).toHaveURL(`${server.url}/job/${id}?report=sent#report`);
    await expect(page.getByText('Thank you. Your report has reached our staff.')).toBeVisible();
    const { rows } = await server.database.asService.query({
      text: 'select reason, note from public.job_reports where job_id = $1',
      values: [id],
    });
    expect(rows).toEqual([{ reason: 'scam', note: 'They want 50 dollars first.' }]);
  });

  test('thanks even if the job was closed while somebody was writing', async ({ page, server }) => {
    const id = await storeJob(server);
    await page.goto(`/job/${id}`);
    await page.getByText('Report this job').click();
    await page.getByRole('radio', { name: /no longer exists/ }).check();
    await server.database.asService.query({
      text: 'update public.jobs set is_active = false where id = $1',
      values: [id],
    });
    await page.getByRole('button', { name: 'Send the report' }).click();
    await expect(page.getByText('This job is closed')).toBeVisible();
    await expect(page.getByText('Thank you. Your report has reached our staff.')).toBeVisible();
  });
});

test.describe('in California', () => {
  const timezoneId = 'America/Los_Angeles';
  // Chromium can change the time zone of an open page; setting it for the browser would start
  // another one, and one more for the next test.
  test.use({
    timezoneId: ({ browserName }, use) => use(browserName === 'chromium' ? undefined : timezoneId),
  });

  test('a job is posted on the reader’s day, and not tomorrow', async ({
    page,
    server,
    browserName,
  }) => {
    if (browserName === 'chromium') {
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setTimezoneOverride', { timezoneId });
    }
    const id = await storeJob(server, { created_at: '2026-11-20T03:00:00Z' });
    await page.goto(`/job/${id}`);
    const facts = page.getByRole('region', { name: 'At a glance' });
    await expect(facts).toContainText('November 19, 2026');
  });
});
