import { test as base, type Page } from '@playwright/test';
import { startTestServer, type TestServer } from './start-test-server.ts';

export { expect } from '@playwright/test';

type Fixtures = {
  /** What the page complained of: console errors, exceptions, violations of the policy. */
  complaints: string[];
};

/** All people of a worker share one address, and some ask for several letters in a minute. */
export const patient = {
  AUTH_LIMIT_LETTERS_PER_ADDRESS: '1000/60',
  AUTH_LIMIT_LETTERS_PER_CLIENT: '1000/60',
  AUTH_LIMIT_VERIFICATIONS: '1000/60',
  AUTH_LIMIT_PASSWORDS_PER_CLIENT: '1000/60',
};

/** The whole site, once per worker, and a page that notes every complaint. */
export const test = base.extend<Fixtures, { server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const server = await startTestServer(JSON.parse(process.env.TEST_ENGINE ?? '{}'), patient);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    watch(page, complaints);
    await use(complaints);
  },
});

export function watch(page: Page, complaints: string[]) {
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
}

/** Waits for what a screen loads after React took it over; other pages are complete when they are loaded. */
export async function settle(page: Page) {
  const isScreen = await page.evaluate(() => 'hydrate' in document.body.dataset);
  if (isScreen) await page.waitForLoadState('networkidle');
}

/** Every page of the site's route table, and how it is built. */
export const pages: {
  path: string;
  kind: 'content' | 'interactive';
  /** Search engines are asked to leave it out. */
  isPrivate?: boolean;
  /** Visitors are sent away to sign in. */
  needsPerson?: boolean;
}[] = [
  { path: '/', kind: 'content' },
  { path: '/organizations', kind: 'content' },
  { path: '/professionals', kind: 'content' },
  { path: '/educators', kind: 'content' },
  { path: '/hire-talent', kind: 'content' },
  { path: '/about', kind: 'content' },
  { path: '/resources', kind: 'content' },
  { path: '/certifications/student', kind: 'content' },
  { path: '/certifications/applied-practice', kind: 'content' },
  { path: '/certifications/education-and-delivery', kind: 'content' },
  { path: '/certifications/healthcare-professionals', kind: 'content' },
  { path: '/certifications/leadership-and-strategy', kind: 'content' },
  { path: '/resources/ai-readiness-checklist', kind: 'content' },
  { path: '/resources/igm-framework-guide', kind: 'content' },
  { path: '/certification-quiz', kind: 'content' },
  { path: '/newsletter/confirm', kind: 'content', isPrivate: true },
  { path: '/newsletter/unsubscribe', kind: 'content', isPrivate: true },
  { path: '/auth', kind: 'interactive', isPrivate: true },
  { path: '/auth/recover', kind: 'interactive', isPrivate: true },
  { path: '/auth/new-password', kind: 'interactive', isPrivate: true },
  { path: '/auth/confirm', kind: 'interactive', isPrivate: true },
  { path: '/account', kind: 'interactive', isPrivate: true, needsPerson: true },
  { path: '/jobs', kind: 'content' },
  { path: '/job/10000000-0000-4000-8000-000000000001', kind: 'content' },
  { path: '/saved-jobs', kind: 'interactive', isPrivate: true },
  { path: '/job/renew', kind: 'content', isPrivate: true },
  { path: '/post-job', kind: 'interactive', isPrivate: true, needsPerson: true },
  { path: '/my-jobs', kind: 'interactive', isPrivate: true, needsPerson: true },
  {
    path: '/my-jobs/10000000-0000-4000-8000-000000000001/edit',
    kind: 'interactive',
    isPrivate: true,
    needsPerson: true,
  },
  { path: '/browse-candidates', kind: 'interactive', isPrivate: true, needsPerson: true },
  { path: '/saved-candidates', kind: 'interactive', isPrivate: true, needsPerson: true },
  {
    path: '/candidate/00000000-0000-4000-8000-000000000000',
    kind: 'interactive',
    isPrivate: true,
    needsPerson: true,
  },
  {
    path: '/candidate-profile',
    kind: 'interactive',
    isPrivate: true,
    needsPerson: true,
  },
  { path: '/membership', kind: 'interactive', isPrivate: true, needsPerson: true },
  { path: '/messages', kind: 'interactive', isPrivate: true, needsPerson: true },
  {
    path: '/messages/10000000-0000-4000-8000-000000000001',
    kind: 'interactive',
    isPrivate: true,
    needsPerson: true,
  },
  { path: '/terms', kind: 'content' },
  { path: '/privacy', kind: 'content' },
  { path: '/fulfillment', kind: 'content' },
  { path: '/faq', kind: 'content' },
  { path: '/accessibility', kind: 'content' },
];
