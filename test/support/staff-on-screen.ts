import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { StaffRole } from '#domain/staff/staff.ts';
import { newPerson, signInDirectly } from './people-on-screen.ts';
import type { TestServer } from './start-test-server.ts';

export const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

/**
 * Signs in somebody with a staff role, past the second factor, without going through the screens.
 */
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

/**
 * As if this person had done nothing for an hour: their staff powers are suspended, the session
 * stays.
 */
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
