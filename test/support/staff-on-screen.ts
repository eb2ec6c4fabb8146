import type { Browser, BrowserContext } from '@playwright/test';
import type { StaffRole } from '#domain/staff.ts';
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
  const { email } = await comeInAsStaff(context, server, role);
  return { email, context, page: await context.newPage() };
}
