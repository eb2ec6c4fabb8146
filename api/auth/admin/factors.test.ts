import { describe, expect, it } from 'vitest';
import { openBrowser, signedInPerson } from '#test/support/people.ts';
import { addApp, levels } from '#test/support/second-factor.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

const { call, post, database, fetch } = await openTestApi();
const { admin } = openBrowser(call, { key: testKeys.secretKey }).auth;

describe('administrators', () => {
  it('give a factor a new name, or a phone a new number, and its owner is notified', async () => {
    const { browser, user, session, email } = await signedInPerson(call);
    const phone = '15551230177';
    const factor = await browser.auth.mfa.enroll({ factorType: 'phone', phone });
    const app = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
    const second = { factorType: 'phone', phone: '15551230179', friendlyName: 'Second' } as const;
    await browser.auth.mfa.enroll(second);
    const factorId = factor.data?.id ?? '';
    const path = `/auth/v1/admin/users/${user.id}/factors/`;
    const put = (body: object, headers: Record<string, string>, id = factorId) =>
      fetch(path + id, { method: 'PUT', body: JSON.stringify(body), headers });
    const asAdmin = { apikey: testKeys.secretKey };
    const asked = await browser.auth.mfa.challenge({ factorId });
    expect((await put({ friendly_name: 'Desk' }, asAdmin)).status).toBe(200);
    const challengesLeft = async () => {
      const { rows } = await database.asService.query<{ id: string }>({
        text: 'select id from auth.mfa_challenges where factor_id = $1',
        values: [factorId],
      });
      return rows.map(({ id }) => id);
    };
    expect(await challengesLeft()).toEqual([asked.data?.id]);
    const answer = await put({ friendly_name: 'Phone', phone: '+1 555 123 0178' }, asAdmin);
    expect(await answer.json()).toMatchObject({
      id: factorId,
      friendly_name: 'Phone',
      phone: '15551230178',
    });
    expect(await challengesLeft()).toEqual([]);
    await post.deliver();
    expect((await post.newestTo(email)).subject).toContain('second step was added');
    expect((await put({ friendly_name: 'App' }, asAdmin)).status).toBe(422);
    expect((await put({ phone: second.phone }, asAdmin)).status).toBe(422);
    // A phone number has no effect on an authenticator app.
    expect((await put({ phone: second.phone }, asAdmin, app.data?.id)).status).toBe(200);
    expect((await put({ friendly_name: 'Mine' }, asAdmin, crypto.randomUUID())).status).toBe(404);
    const own = { authorization: `Bearer ${session.access_token}` };
    expect((await put({ friendly_name: 'Mine' }, {})).status).toBe(403);
    expect((await put({ friendly_name: 'Mine' }, own)).status).toBe(403);
  });

  it('remove a factor, and its owner is notified', async () => {
    const { browser, user, email } = await signedInPerson(call);
    const { factorId: id } = await addApp(browser);
    expect(await levels(browser)).toEqual(['aal2', 'aal2']);
    await post.deliver();
    expect((await admin.mfa.deleteFactor({ userId: user.id, id })).error).toBeNull();
    expect((await admin.mfa.listFactors({ userId: user.id })).data?.factors).toEqual([]);
    await browser.auth.refreshSession();
    expect(await levels(browser)).toEqual(['aal1', 'aal1']);
    expect((await post.newestTo(email)).subject).toContain('second step was removed');
  });
});
