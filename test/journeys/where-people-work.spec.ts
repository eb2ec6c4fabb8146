import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { becomeKnown, subscribe } from '../support/employers.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import { callAuth, fillSignIn, giveProfile, newPerson } from '../support/people-on-screen.ts';
import type { TestServer } from '../support/start-test-server.ts';

type Person = { email: string; password: string };

const path = (page: Page) => new URL(page.url()).pathname;
const idOf = async (url: string, person: Person) =>
  (await callAuth(url, '/token?grant_type=password', person)).user.id as string;

async function signIn(page: Page, person: Person, next = '') {
  await page.goto(`/auth${next && `?next=${encodeURIComponent(next)}`}`);
  await sendSignIn(page, person);
}

/** As people do who are already on the site. */
async function pressSignIn(page: Page, person: Person) {
  await page.goto('/about');
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/auth');
  await sendSignIn(page, person);
}

async function sendSignIn(page: Page, person: Person) {
  await fillSignIn(page, person);
  await page.waitForURL((url) => url.pathname !== '/auth');
}

async function becomeMember({ database, url }: TestServer, person: Person) {
  const id = await idOf(url, person);
  await subscribe(database, id);
  await becomeKnown(database, id);
}

/** The links of the account menu that a person sees. */
async function accountMenu(page: Page) {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  const menu = page.locator('#account-menu');
  await expect(menu.getByRole('link', { name: 'Membership' })).toBeVisible();
  return menu.getByRole('link').filter({ visible: true }).allInnerTexts();
}

test('a member is led to the search, and finds it in the menu of every page and on the dashboard', async ({
  page,
  server,
  complaints,
}) => {
  const person = await newPerson(server.url);
  await becomeMember(server, person);
  // A profile of their own changes nothing about what they pay for.
  await giveProfile(server.url, person);
  const asked = page.waitForRequest('**/functions/v1/check-subscription');
  await pressSignIn(page, person);
  expect(path(page)).toBe('/browse-candidates');
  expect(new URL((await asked).headers().referer ?? '').pathname).toBe('/auth');

  await page.goto('/about');
  const names = ['Membership', 'Search candidates', 'Saved candidates'];
  expect(await accountMenu(page)).toEqual(expect.arrayContaining(names));
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/about');
  await page.getByRole('button', { name: 'Menu' }).click();
  for (const name of names) {
    await expect(page.locator('#mobile-menu').getByRole('link', { name })).toBeVisible();
  }

  await page.goto('/membership');
  const dashboard = page.getByRole('main');
  await expect(dashboard.getByRole('link', { name: 'Saved candidates' })).toBeVisible();
  await dashboard.getByRole('link', { name: 'Search candidates' }).click();
  await page.waitForURL('**/browse-candidates');
  expect(complaints).toEqual([]);

  await test.step('the menu knows a member even if signing in led back to another page', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto('/about');
    await page.evaluate(() => localStorage.clear());
    await signIn(page, person, '/saved-jobs');
    expect(path(page)).toBe('/saved-jobs');
    expect(await accountMenu(page)).toContain('Search candidates');
  });
});

test('a poster is led to their jobs, and everybody else depends on their profile', async ({
  page,
  server,
}) => {
  const [poster, newcomer, candidate] = [
    await newPerson(server.url),
    await newPerson(server.url),
    await newPerson(server.url),
  ];
  await storeJobs(server.database, [jobRow(await idOf(server.url, poster))]);
  await giveProfile(server.url, candidate);
  for (const [person, place] of [
    [poster, '/my-jobs'],
    [newcomer, '/candidate-profile'],
    [candidate, '/'],
  ] as const) {
    await pressSignIn(page, person);
    expect(path(page)).toBe(place);
    await page.goto('/about');
    expect(await accountMenu(page)).not.toContain('Search candidates');
    await page.getByRole('button', { name: 'Sign out' }).filter({ visible: true }).click();
    await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
  }
  await test.step('if the queries fail, the profile decides', async () => {
    await page.route('**/rpc/own_work', (route) => route.abort());
    await page.route('**/check-subscription', (route) => route.abort());
    await pressSignIn(page, poster);
    expect(path(page)).toBe('/candidate-profile');
  });
  await test.step('and if the page was opened by its address', async () => {
    await page.unrouteAll();
    await page.evaluate(() => localStorage.clear());
    await signIn(page, poster);
    expect(path(page)).toBe('/candidate-profile');
  });
});
