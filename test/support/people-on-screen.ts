import type { BrowserContext, Page } from '@playwright/test';
import { expect, watch } from './browser.ts';
import { emptyAddress } from './empty-page.ts';
import { goodPassword, newEmail } from './people.ts';
import type { TestServer } from './start-test-server.ts';
import { testKeys } from './test-keys.ts';

/**
 * The session from signing up, for the first browser that wants one: verifying a password is
 * expensive.
 */
const unused = new WeakMap<object, { access_token: string }>();

/** Somebody with an account, created by the service itself. */
export async function newPerson(baseUrl: string, password = goodPassword) {
  const person = { email: newEmail(), password };
  const answer = await callAuth(baseUrl, '/signup', {
    ...person,
    data: { full_name: 'Maya Torres' },
  });
  if (answer.access_token) unused.set(person, answer);
  return person;
}

/** Gives somebody a candidate profile, so that their home is the site and not the form for one. */
export async function giveProfile(baseUrl: string, person: { email: string; password: string }) {
  const { access_token, user } = await callAuth(baseUrl, '/token?grant_type=password', person);
  const response = await fetch(`${baseUrl}/rest/v1/candidate_profiles`, {
    method: 'POST',
    headers: {
      apikey: testKeys.publishableKey,
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ user_id: user.id, headline: 'Inpatient coder' }),
  });
  if (!response.ok) throw new Error(`The profile: ${response.status} ${await response.text()}`);
}

/** Puts a session into the browser without going through the screens. */
export async function signInDirectly(
  context: BrowserContext,
  baseUrl: string,
  person: { email: string; password: string },
) {
  const session =
    unused.get(person) ?? (await callAuth(baseUrl, '/token?grant_type=password', person));
  unused.delete(person);
  // Once per browser: a later sign-out must last.
  await context.addInitScript(
    ([key, value]) => {
      if (key && value && !localStorage.getItem('was-signed-in')) {
        localStorage.setItem('was-signed-in', 'yes');
        localStorage.setItem(key, value);
      }
    },
    [storageKey(baseUrl), JSON.stringify(session)],
  );
  return session;
}

/** Somebody new, signed in there. */
export async function enter(server: TestServer, page: Page) {
  const session = await signInDirectly(page.context(), server.url, await newPerson(server.url));
  const complaints: string[] = [];
  watch(page, complaints);
  return { page, complaints, id: String(session.user.id), token: String(session.access_token) };
}

/** From here on the page is in another browser, which has nothing that this one stored. */
export async function changeBrowser(page: Page) {
  await page.goto(emptyAddress);
  await page.context().clearCookies();
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const key of await caches.keys()) await caches.delete(key);
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
    for (const worker of await navigator.serviceWorker.getRegistrations())
      await worker.unregister();
  });
}

export function storageKey(baseUrl: string): string {
  return `sb-${new URL(baseUrl).hostname.split('.')[0]}-auth-token`;
}

export async function callAuth(baseUrl: string, path: string, body: unknown, token?: string) {
  const response = await fetch(`${baseUrl}/auth/v1${path}`, {
    method: 'POST',
    headers: {
      apikey: testKeys.publishableKey,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
}

/** Fills in the open form and submits it. */
export async function fillSignIn(
  page: Page,
  { email, password }: { email: string; password: string },
) {
  // Right after switching tabs, both forms exist for a moment.
  await expect(page.getByLabel('Email')).toHaveCount(1);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** The newest mail to somebody with a matching subject, once the queue has sent it. */
export async function newestMail(page: Pick<Page, 'request'>, email: string, subject: RegExp) {
  let found: { text: string; subject: string } | undefined;
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/dev/outbox.json?to=${encodeURIComponent(email)}`);
      const mails: { text: string; subject: string }[] = await answer.json();
      found = mails.find((mail) => subject.test(mail.subject));
      return Boolean(found);
    })
    .toBe(true);
  const text = found?.text ?? '';
  return {
    text,
    link: text.match(/https?:\S+\/auth\/v1\/verify\?\S+/)?.[0] ?? '',
    code: text.match(/\b\d{6}\b/)?.[0] ?? '',
  };
}

export function toastOf(page: Page, title: string) {
  return page.locator('[data-sonner-toast]').filter({ hasText: title });
}

/**
 * A toast may cover the end of the account's menu, and disappears by itself only after five
 * seconds.
 */
export async function dismissToasts(page: Page) {
  const dismiss = page.locator('[data-sonner-toast] [aria-label=Dismiss]');
  await dismiss.evaluateAll((buttons: HTMLElement[]) => {
    for (const button of buttons) button.click();
  });
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
}
