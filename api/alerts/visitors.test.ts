import { describe, expect, it } from 'vitest';
import { consentText, consentVersion } from '#app/features/alerts/new-alert.ts';
import { createAlerts, tokenIn } from '#test/support/alerts.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, post, bugs } = await openTestApi();
const { write, jobs, itIsTime } = createAlerts(actors, database, post);
const visitor = actors.anonymous.client;
const newAddress = () => `${crypto.randomUUID()}@people.example`;
const newClient = () => `client-${crypto.randomUUID()}`;

async function ask(mailbox: string, more: object = {}, client = newClient()) {
  const { data, error } = await visitor
    .rpc('ask_for_alert', { mailbox, consent_version: consentVersion, ...more })
    .setHeader('x-client-address', client);
  if (error) throw error;
  return data;
}
type Link = { purpose: string; alerts: { id: string; address: string; isThis: boolean }[] };
const read = async (token: string) =>
  (await visitor.rpc('read_alert_link', { token })).data as Link | null;
const confirm = async (token: string, chosen: string[]) =>
  (await visitor.rpc('confirm_alerts', { token, chosen })).data;
const stop = async (token: string, more: object = {}) =>
  (await visitor.rpc('stop_alerts', { token, ...more })).data;

/** A visitor with a confirmed alert. */
async function confirmed(more: object = {}) {
  const email = newAddress();
  await ask(email, more);
  const [mail] = await post.sentTo(email);
  const token = tokenIn(mail?.text, 'confirm');
  const link = await read(token);
  await confirm(token, link?.alerts.map(({ id }) => id) ?? []);
  return { email, token };
}

describe('a visitor’s alert', () => {
  it('keeps the exact consent text of the form', async () => {
    const email = newAddress();
    await ask(email);
    const { rows } = await write('select consent_text from public.alerts where email = $1', [
      email,
    ]);
    expect(rows).toEqual([{ consent_text: consentText }]);
  });

  it('counts once the mailbox’s owner has confirmed it, and then reports what is new, once', async () => {
    const word = `Zebra${crypto.randomUUID().slice(0, 6)}`;
    await jobs({ title: `${word} before` });
    const email = newAddress();
    expect(
      await ask(` ${email.toUpperCase()} `, {
        conditions: { wanted: [{ words: [word] }] },
        address: `q=${word}`,
      }),
    ).toBe(true);
    const [mail, ...more] = await post.sentTo(email);
    expect([mail?.subject, more]).toEqual([expect.stringContaining('Confirm your job alert'), []]);
    await jobs({ title: `${word} while it waits` });
    await itIsTime();
    expect(await post.sentTo(email)).toHaveLength(1);

    const token = tokenIn(mail?.text, 'confirm');
    const link = await read(token);
    expect(link).toMatchObject({ purpose: 'confirm', alerts: [{ address: `q=${word}` }] });
    expect(await confirm(token, [link?.alerts[0]?.id ?? ''])).toBe('confirmed');
    await itIsTime();
    expect(await post.sentTo(email)).toHaveLength(1);

    await jobs({ title: `Senior ${word}` }, { title: 'Something else' });
    await itIsTime();
    const [first] = await post.sentTo(email);
    expect(first?.subject).toMatch(/^1 new job for your alert/);
    expect(first?.text).toContain(`Senior ${word}`);
    expect(first?.text).not.toContain('before');
    expect(first?.text).not.toContain('while it waits');
    await jobs({ title: `Another ${word}` });
    await itIsTime();
    const [second] = await post.sentTo(email);
    expect(second?.text).toContain(`Another ${word}`);
    expect(second?.text).not.toContain('Senior');
    await itIsTime();
    expect(await post.sentTo(email)).toHaveLength(3);
  });

  it('sends no typed words before that, and one email a day whatever is typed', async () => {
    const email = newAddress();
    const word = 'Buy-cheap-pills-at-evil.example';
    await ask(email, { conditions: { wanted: [{ words: [word] }] }, address: `q=${word}` });
    await ask(email, { conditions: { wanted: [{ words: ['other'] }] }, address: 'q=other' });
    await ask(email, { conditions: { wanted: [{ words: ['third'] }] }, address: 'q=third' });
    const [mail, ...more] = await post.sentTo(email);
    expect(more).toEqual([]);
    expect(mail?.text).not.toContain('pills');
    expect(mail?.html).not.toContain('pills');
    expect((await read(tokenIn(mail?.text, 'confirm')))?.alerts).toHaveLength(3);
    // An address with a plus suffix is the same mailbox.
    const alias = email.replace('@', '+again@');
    await ask(alias, { conditions: { wanted: [{ words: ['fourth'] }] }, address: 'q=fourth' });
    expect(await post.sentTo(alias)).toEqual([]);
    // Confirmed already, while others still wait.
    const early = newAddress();
    await ask(early);
    await write('update public.alerts set confirmed_at = now() where email = $1', [early]);
    expect(await post.sentTo(early)).toEqual([]);
  });

  it('is confirmed only for what the page showed', async () => {
    const email = newAddress();
    await ask(email, { conditions: { wanted: [{ words: ['mine'] }] }, address: 'q=mine' });
    const [mail] = await post.sentTo(email);
    const token = tokenIn(mail?.text, 'confirm');
    const seen = (await read(token))?.alerts.map(({ id }) => id) ?? [];
    await ask(email, { conditions: { wanted: [{ words: ['theirs'] }] }, address: 'q=theirs' });
    await confirm(token, seen);
    const { rows } = await write<{ address: string }>(
      'select address from public.alerts where email = $1 and confirmed_at is not null',
      [email],
    );
    expect(rows).toEqual([{ address: 'q=mine' }]);
    const stranger = newAddress();
    await ask(stranger);
    const { rows: others } = await write<{ id: string }>(
      'select id from public.alerts where email = $1',
      [stranger],
    );
    await confirm(token, [others[0]?.id ?? '']);
    const { rows: waiting } = await write(
      'select from public.alerts where email = $1 and confirmed_at is null',
      [stranger],
    );
    expect(waiting).toHaveLength(1);
  });

  it('stops with one press, and is then forgotten', async () => {
    const { email } = await confirmed({
      conditions: { wanted: [{ words: ['one'] }] },
      address: 'q=one',
    });
    await jobs({ title: 'Job one' });
    await itIsTime();
    const [mail] = await post.sentTo(email);
    const token = tokenIn(mail?.text, 'stop');
    expect(await read(token)).toMatchObject({
      purpose: 'stop',
      alerts: [{ address: 'q=one', isThis: true }],
    });
    expect(await stop('x'.repeat(43))).toBe(false);
    expect(await stop(token)).toBe(true);
    await jobs({ title: 'Job one again' });
    await itIsTime();
    expect(await post.sentTo(email)).toHaveLength(2);
    const { rows } = await write('select from public.alerts where email = $1', [email]);
    expect(rows).toEqual([]);
    expect(await stop(token)).toBe(false);
  });

  it('leaves the links in its emails able to stop the others, as their page offers', async () => {
    const first = { conditions: { wanted: [{ words: ['left'] }] }, address: 'q=left' };
    const { email, token: yes } = await confirmed(first);
    for (const word of ['right', 'middle']) {
      await ask(email, { conditions: { wanted: [{ words: [word] }] }, address: `q=${word}` });
    }
    await confirm(yes, (await read(yes))?.alerts.map(({ id }) => id) ?? []);
    await jobs({ title: 'Job left' });
    await itIsTime();
    const stopLink = tokenIn((await post.sentTo(email))[0]?.text, 'stop');
    const others = (await read(stopLink))?.alerts.filter(({ isThis }) => !isThis) ?? [];
    expect(others.map(({ address }) => address).sort()).toEqual(['q=middle', 'q=right']);

    expect(await stop(stopLink)).toBe(true);
    expect((await read(stopLink))?.alerts).toEqual(others);
    // Repeating the request of an email stops only the alert of that email.
    expect(await stop(stopLink)).toBe(false);
    expect(await stop(stopLink, { which: others[0]?.id })).toBe(true);
    const stranger = await confirmed({ conditions: { wanted: [{ words: ['strange'] }] } });
    const { rows } = await write<{ id: string }>('select id from public.alerts where email = $1', [
      stranger.email,
    ]);
    expect(await stop(stopLink, { which: rows[0]?.id })).toBe(false);
    expect((await read(stopLink))?.alerts).toEqual(others.slice(1));

    expect(await stop(stopLink, { stops_all: true })).toBe(true);
    const left = await write(
      `select email from public.alerts where email = $1
        union all select t.stops_for from private.alert_tokens as t where t.stops_for = $1`,
      [email],
    );
    expect(left.rows).toEqual([]);
    expect(await read(stopLink)).toBeNull();
  });

  it('is refused to a client with too many requests, or with a different consent text', async () => {
    const client = newClient();
    for (let count = 0; count < 10; count += 1)
      expect(await ask(newAddress(), {}, client)).toBe(true);
    expect(await ask(newAddress(), {}, client)).toBe(false);
    const invented = visitor.rpc('ask_for_alert', { mailbox: newAddress(), consent_version: 9 });
    expect((await invented).error?.message).toContain('not the words of the form');
  });

  it.each([
    [{ conditions: [] }],
    [{ conditions: 'nothing' }],
    [{ conditions: { wanted: [{ words: ['x'.repeat(9_000)] }] } }],
    [{ time_zone: 'Mars/Base' }],
    [{ hour: 24 }],
    [{ rhythm: 'hourly' }],
    [{ address: 'x'.repeat(3_000) }],
    [{ mailbox: 'nobody' }],
    [{ mailbox: 'somebody@ｐeople.example' }],
    [{ mailbox: 'x,somebody@people.example' }],
    [{ mailbox: `${'x'.repeat(300)}@long.example` }],
  ])('refuses %o', async (more) => {
    const { error } = await visitor
      .rpc('ask_for_alert', { mailbox: newAddress(), consent_version: 1, ...more } as never)
      .setHeader('x-client-address', newClient());
    expect(error?.code).toMatch(/^(22023|23514|PT400)$/);
    expect(error?.message).not.toContain('violates');
  });

  it('keeps only valid parts of a search', async () => {
    const email = newAddress();
    await ask(email, {
      conditions: {
        wanted: [
          {
            words: ['  Nurse ', 'nurse', ''],
            pay: '1; drop',
            type: 7,
            other: 'x',
            verified: 'yes',
            workplace: 'remote',
            near: { latitude: 35, longitude: 'x', miles: 5 },
          },
        ],
      },
    });
    const { rows } = await write<{ conditions: object }>(
      `select s.conditions from public.alerts as a join private.kept_searches as s on s.id = a.search_id where a.email = $1`,
      [email],
    );
    expect(rows).toEqual([{ conditions: { wanted: [{ words: ['nurse'], workplace: 'remote' }] } }]);
  });

  it('of a blocked person sends no email', async () => {
    const { email } = await confirmed({ conditions: { wanted: [{ words: ['blocked'] }] } });
    const person = await actors.signedIn();
    await write(
      `update auth.users set email = $2, email_proved_at = now(), banned_until = now() + interval '1 day'
        where id = $1`,
      [person.id, email],
    );
    await jobs({ title: 'Blocked job' });
    await itIsTime();
    expect(await post.sentTo(email)).toHaveLength(1);
  });

  it('is deleted with its search if nobody confirms it for two days', async () => {
    const email = newAddress();
    await ask(email, { conditions: { wanted: [{ words: [email] }] } });
    await write(
      `update public.alerts set created_at = now() - interval '49 hours' where email = $1`,
      [email],
    );
    await write(`update private.kept_searches set made_at = now() - interval '8 days'`);
    await write(`select queue.add('clean-alerts', '{}')`);
    await post.deliver();
    expect((await write('select from public.alerts where email = $1', [email])).rows).toEqual([]);
    const { rows } = await write('select from private.kept_searches where conditions @> $1', [
      JSON.stringify({ wanted: [{ words: [email] }] }),
    ]);
    expect(rows).toEqual([]);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));

describe('opening an account with the same mailbox', () => {
  it('takes the alerts over, one for each search, and links in earlier emails stop them there', async () => {
    const words = ['Tapir', 'Okapi'].map((name) => `${name}${crypto.randomUUID().slice(0, 6)}`);
    const wanted = (word = '') => ({
      conditions: { wanted: [{ words: [word] }] },
      address: `q=${word}`,
    });
    const email = newAddress();
    for (const word of words) await ask(email, wanted(word));
    const [asked] = await post.sentTo(email);
    const token = tokenIn(asked?.text, 'confirm');
    await confirm(token, (await read(token))?.alerts.map(({ id }) => id) ?? []);
    await jobs({ title: `${words[1]} first` });
    await itIsTime();
    const [digest] = await post.sentTo(email);

    // Matched, but not emailed yet.
    await jobs({ title: `${words[1]} between` });
    await write(`select queue.add('alert-digests', '{}')`);
    await post.deliver();
    const person = await actors.signedIn(email, { isProved: false });
    await person.client.rpc('save_alert', { kind: 'jobs', ...wanted(words[1]) });
    const own = async () => (await person.client.rpc('own_alerts')).data;
    expect(await own()).toMatchObject([{ address: `q=${words[1]}` }]);
    await write('update auth.users set email_proved_at = now() where id = $1', [person.id]);
    expect(await own()).toMatchObject([{ address: `q=${words[0]}` }, { address: `q=${words[1]}` }]);
    const before = (await post.sentTo(email)).length;
    await jobs({ title: `${words[1]} second` });
    await itIsTime();
    const mails = await post.sentTo(email);
    expect(mails).toHaveLength(before + 1);
    expect(mails[0]?.text).toContain('Manage your alerts');
    expect(mails[0]?.text).toContain(`${words[1]} between`);
    expect(mails[0]?.text).not.toContain(`${words[1]} first`);

    expect(await stop(tokenIn(digest?.text, 'stop'))).toBe(true);
    expect(await own()).toMatchObject([{ is_on: true }, { is_on: false }]);
    expect((await actors.anonymous.client.rpc('own_alerts')).error).not.toBeNull();
  });

  it('leaves those without room with the mailbox', async () => {
    const email = newAddress();
    await ask(email, { conditions: { wanted: [{ words: ['eleventh'] }] }, address: 'q=eleventh' });
    const [asked] = await post.sentTo(email);
    const token = tokenIn(asked?.text, 'confirm');
    await confirm(token, (await read(token))?.alerts.map(({ id }) => id) ?? []);
    const person = await actors.signedIn(email, { isProved: false });
    for (let nth = 0; nth < 10; nth += 1) {
      const conditions = { wanted: [{ words: [`nth ${nth}`] }] };
      await person.client.rpc('save_alert', { kind: 'jobs', conditions, address: `q=nth+${nth}` });
    }
    await write('update auth.users set email_proved_at = now() where id = $1', [person.id]);
    expect((await person.client.rpc('own_alerts')).data).toHaveLength(10);
    const { rowCount } = await write('select from public.alerts where email = $1', [email]);
    expect(rowCount).toBe(1);
  });
});
