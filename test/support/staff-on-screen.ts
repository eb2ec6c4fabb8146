import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import type { StaffRole } from '#domain/staff/staff.ts';
import { newPerson, signInDirectly } from './people-on-screen.ts';
import type { TestServer } from './start-test-server.ts';

/** Signs somebody with a role of staff's in, past the second factor, without going through the screens. */
export async function comeInAsStaff(
  context: BrowserContext,
  { asAdmin, url }: Pick<TestServer, 'asAdmin' | 'url'>,
  role: StaffRole,
) {
  const person = await newPerson(url);
  const { user } = await signInDirectly(context, url, person);
  await asAdmin(async (client) => {
    await client.query('begin');
    await client.query('update auth.users set email_proved_at = now() where id = $1', [user.id]);
    await client.query(
      `insert into staff.members (user_id, role, appointed_at, accepted_at)
        values ($1, $2, now() - interval '1 day', now())`,
      [user.id, role],
    );
    await client.query(
      "select staff.append('command', null, null, 'appoint', 'person', $1, null, null, null)",
      [user.id],
    );
    await client.query(
      `insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at)
        select id, 'passkey', now() from auth.sessions where user_id = $1`,
      [user.id],
    );
    await client.query('commit');
  });
  return { ...person, id: String(user.id) };
}

/** A browser of somebody with a role. */
export async function openStaffBrowser(
  browser: Browser,
  server: Pick<TestServer, 'asAdmin' | 'url'>,
  role: StaffRole,
) {
  const context = await browser.newContext({ baseURL: server.url });
  const { email, id } = await comeInAsStaff(context, server, role);
  return { email, id, context, page: await context.newPage() };
}

/** Sets an authenticator app up and answers what makes its codes. */
export async function addAppOnScreen(page: Page) {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add a second step' }).click();
  await page.getByRole('button', { name: 'Set up Authenticator app' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Enter a key instead').click();
  const secret = (await page.locator('.totp-secret code').textContent())?.replaceAll(' ', '') ?? '';
  const totp = new TOTP({ secret });
  let step = Math.floor(Date.now() / 30_000);
  const nextCode = () => totp.generate({ timestamp: 30_000 * step++ });
  await page.getByLabel('Code').fill(nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.locator('[data-sonner-toast]')).toContainText('Second step added');
  return nextCode;
}

/** As if this person had done nothing for an hour: the power rests, the session stays. */
export function passIdleHour({ asAdmin }: Pick<TestServer, 'asAdmin'>, personId: string) {
  return asAdmin(async (client) => {
    await client.query(
      `update auth.mfa_amr_claims set updated_at = now() - interval '3 hours'
        where session_id in (select id from auth.sessions where user_id = $1)`,
      [personId],
    );
    await client.query(
      `update staff.activity set last_at = now() - interval '61 minutes'
        where session_id in (select id from auth.sessions where user_id = $1)`,
      [personId],
    );
  });
}
