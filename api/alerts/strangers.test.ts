import { describe, expect, it } from 'vitest';
import { consentVersion } from '#app/features/alerts/new-alert.ts';
import { createAlerts, tokenIn } from '#test/support/alerts.ts';
import { openTestApi } from '#test/support/test-api.ts';

/** What somebody can do by typing another person's address. */
const { actors, database, post, bugs } = await openTestApi();
const { write } = createAlerts(actors, database, post);
const visitor = actors.anonymous.client;
const newAddress = () => `${crypto.randomUUID()}@people.example`;
const newClient = () => `client-${crypto.randomUUID()}`;

async function ask(mailbox: string, word: string, more: object = {}, client = newClient()) {
  const { data, error } = await visitor
    .rpc('ask_for_alert', {
      mailbox,
      consent_version: consentVersion,
      conditions: { wanted: [{ words: [word] }] },
      address: `q=${word}`,
      ...more,
    })
    .setHeader('x-client-address', client);
  if (error) throw error;
  return data;
}
async function many(mailbox: string, count: number, from = 0) {
  for (let nth = from; nth < from + count; nth += 1) await ask(mailbox, `theirs${nth}`);
}
async function tokenOf(email: string) {
  const [mail] = await post.sentTo(email);
  return tokenIn(mail?.text, 'confirm');
}
type Waiting = { id: string; address: string; rhythm: string; hour: number };
async function waiting(token: string): Promise<Waiting[]> {
  const { data } = await visitor.rpc('read_alert_link', { token });
  return (data as { alerts: Waiting[] } | null)?.alerts ?? [];
}
const confirm = async (token: string, chosen: string[]) =>
  (await visitor.rpc('confirm_alerts', { token, chosen })).data;
async function confirmedOf(email: string) {
  const { rows } = await write<{ address: string }>(
    'select address from public.alerts where email = $1 and confirmed_at is not null order by address',
    [email],
  );
  return rows.map(({ address }) => address);
}

describe('requests by strangers for an address', () => {
  it('keep nobody from their own, however many are pending', async () => {
    const email = newAddress();
    await many(email, 12);
    await ask(email, 'mine');
    const token = await tokenOf(email);
    const own = (await waiting(token)).find(({ address }) => address === 'q=mine');
    expect(await confirm(token, [own?.id ?? ''])).toBe('confirmed');
    expect(await confirmedOf(email)).toEqual(['q=mine']);
    await many(email, 12, 100);
    expect(await confirmedOf(email)).toEqual(['q=mine']);
  });

  it('are limited to a screen or two, and the newest are kept', async () => {
    const email = newAddress();
    await many(email, 52);
    await ask(email, 'mine');
    const found = await waiting(await tokenOf(email));
    expect(found).toHaveLength(50);
    expect(found[0]?.address).toBe('q=mine');
    expect(found.map(({ address }) => address)).not.toContain('q=theirs0');
  });

  it('for the same search are replaced by the newest, and confirming one does not confirm the other', async () => {
    const email = newAddress();
    await ask(email, 'same', { rhythm: 'weekly', hour: 3 });
    const token = await tokenOf(email);
    const [before] = await waiting(token);
    await ask(email, 'same', { rhythm: 'daily', hour: 9 });
    const now = await waiting(token);
    expect(now).toMatchObject([{ rhythm: 'daily', hour: 9 }]);
    expect(await confirm(token, [before?.id ?? ''])).toBe('gone');
    expect(await confirmedOf(email)).toEqual([]);
    expect(await confirm(token, [now[0]?.id ?? ''])).toBe('confirmed');
    expect(await confirm(token, [now[0]?.id ?? ''])).toBe('confirmed');
    // Knowing the address is not enough to change a confirmed alert.
    await ask(email, 'same', { rhythm: 'weekly', hour: 4 });
    const { rows } = await write('select rhythm, hour from public.alerts where email = $1', [
      email,
    ]);
    expect(rows).toEqual([{ rhythm: 'daily', hour: 9 }]);
  });

  it('from one client are limited to ten a day, without affecting others', async () => {
    const email = newAddress();
    const client = newClient();
    for (let nth = 0; nth < 10; nth += 1)
      expect(await ask(email, `theirs${nth}`, {}, client)).toBe(true);
    // As if the client's hour were over.
    await write(
      `delete from public.newsletter_limits where key = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
      [`alerts of client ${client}`],
    );
    expect(await ask(email, 'more', {}, client)).toBe(false);
    expect(await ask(email, 'mine')).toBe(true);
    expect(await ask(newAddress(), 'other', {}, client)).toBe(true);
  });

  it('expire after two days, even before any cleanup', async () => {
    const email = newAddress();
    await ask(email, 'old');
    const token = await tokenOf(email);
    const [old] = await waiting(token);
    await write(
      `update public.alerts set created_at = now() - interval '49 hours' where email = $1`,
      [email],
    );
    expect(await waiting(token)).toEqual([]);
    expect(await confirm(token, [old?.id ?? ''])).toBe('gone');
    await write(
      `update private.alert_tokens set created_at = now() - interval '49 hours' where email = $1`,
      [email],
    );
    expect((await visitor.rpc('read_alert_link', { token })).data).toBeNull();
  });
});

it('count up to ten, and the page mentions the rest', async () => {
  const email = newAddress();
  for (let nth = 0; nth < 10; nth += 1) await ask(email, `one${nth}`);
  const token = await tokenOf(email);
  const first = (await waiting(token)).map(({ id }) => id);
  expect(await confirm(token, first)).toBe('confirmed');
  await ask(email, 'eleventh');
  const [eleventh] = await waiting(token);
  expect(await confirm(token, [eleventh?.id ?? ''])).toBe('full');
  expect(await confirmedOf(email)).toHaveLength(10);
  // The one that waits is kept until there is room for it.
  await write(`delete from public.alerts where email = $1 and address = 'q=one3'`, [email]);
  expect(await confirm(token, [eleventh?.id ?? ''])).toBe('confirmed');
  expect(await confirmedOf(email)).toContain('q=eleventh');
});

it('two concurrent confirmations do not make an eleventh', async () => {
  const email = newAddress();
  for (let nth = 0; nth < 14; nth += 1) await ask(email, `one${nth}`);
  const token = await tokenOf(email);
  const ids = (await waiting(token)).map(({ id }) => id);
  await Promise.all([confirm(token, ids.slice(0, 7)), confirm(token, ids.slice(7))]);
  expect(await confirmedOf(email)).toHaveLength(10);
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
