import { describe, expect, it } from 'vitest';
import type { OwnCredentials } from '#domain/credentials.ts';
import type {
  AwardAnswer,
  AwardLine,
  AwardPage,
  AwardPreview,
  AwardRow,
} from '#domain/staff-credentials.ts';
import type { Actor } from '#test/support/actors.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, database, post, bugs } = api;
const staffActor = createStaffActors(api);
const ada = await staffActor('staff');
const owner = await staffActor('owner');

async function ask<Data>(name: string, { headers }: Pick<Actor, 'headers'>, body: object = {}) {
  const response = await api.fetch(`/functions/v1/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    body: (await response.json()) as Data & { code?: string; error?: string },
  };
}
const act = <Data>(name: string, body: object, by: Pick<Actor, 'headers'> = ada) =>
  ask<Data>(`staff-${name}`, by, body);

const aLine = (more: Partial<AwardLine> = {}): AwardLine => ({
  type: 'CIHIS-AI',
  name: 'Jane Doe',
  email: `${crypto.randomUUID()}@holders.example`,
  awarded_on: '2026-01-15',
  expires_on: '',
  evidence: '',
  ...more,
});
async function award(more: Partial<AwardLine> = {}): Promise<string> {
  const { body } = await act<{ numbers: string[] }>('award-credentials', { lines: [aLine(more)] });
  return body.numbers[0] ?? '';
}
async function check(number: string, { caller }: Pick<Actor, 'caller'> = actors.anonymous) {
  const { rows } = await database.askAs<Record<string, unknown>>(caller, {
    text: 'select * from register.check_credential($1)',
    values: [number],
  });
  return rows[0];
}
const own = async (person: Actor) => (await ask<OwnCredentials>('own-credentials', person)).body;

async function lookedAt(number: string) {
  return (await act<AwardPage>('look-credential', { number })).body;
}

describe('a list', () => {
  const csv = (lines: string[]) =>
    ['Credential,Name,Email,Awarded on,Expires on,Evidence', ...lines].join('\r\n');

  it('is shown line by line before anything is done, with what is wrong', async () => {
    const { body } = await act<AwardPreview>('preview-credentials', {
      csv: csv([
        'CIHIS-AI,Jane Doe,jane@list.example,2026-01-15,,Exam 12',
        'applied practice,"O’Connor, Renée",RENEE@list.example,1/15/2026,01/14/2028,',
        'CIHIS-XX,王小明,not an address,2026-02-30,tomorrow,',
        'CIHIS-AI,Jane Doe,jane@list.example,2026-01-15,,',
        'CIHIS-L,Late Person,,2999-01-01,,',
      ]),
    });
    expect(body.lines.map(({ line, title, problems }) => [line, title, problems])).toEqual([
      [2, 'Applied Practice', []],
      [3, 'Applied Practice', []],
      [
        4,
        '',
        [
          'There is no credential “CIHIS-XX”',
          'The name has “王”, which the certificate’s fonts cannot set',
          'The address is no email address',
          '“Awarded on” is no date such as 2026-11-30 or 11/30/2026',
          '“Expires on” is no date such as 2026-11-30 or 11/30/2026',
        ],
      ],
      [5, 'Applied Practice', ['The same as line 2']],
      [6, 'Leadership and Strategy', ['It is awarded in the future']],
    ]);
    expect(
      (await act<{ rows: AwardRow[] }>('list-credentials', { filters: { search: 'jane@list' } }))
        .body.rows,
    ).toEqual([]);
  });

  it('of a thousand lines is awarded in one go, and each receiver is written to once', async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const lines = Array.from({ length: 1_000 }, (_, place) =>
      aLine({
        name: `Person ${place % 40}`,
        email: `${place % 40}-${mark}@holders.example`,
        awarded_on: `2025-01-${String(Math.floor(place / 40) + 1).padStart(2, '0')}`,
      }),
    );
    const { body } = await act<AwardAnswer>('award-credentials', { lines });
    expect(body).toMatchObject({ awarded: 1_000, known: 0 });
    expect(await post.sentTo(`0-${mark}@holders.example`)).toHaveLength(1);
    expect((await act('award-credentials', { lines: [...lines, ...lines] })).status).toBe(400);
  });

  it('is awarded whole or not at all', async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const lines = [
      aLine({ name: `Whole ${mark}` }),
      aLine({ name: `Whole ${mark}`, awarded_on: 'soon' }),
    ];
    const refused = await act('award-credentials', { lines });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^Line 2: /) },
    });
    const list = await act<{ rows: AwardRow[] }>('list-credentials', {
      filters: { search: `whole ${mark}` },
    });
    expect(list.body.rows).toEqual([]);
  });

  it('awards nothing twice, also when two send it at once', async () => {
    const lines = Array.from({ length: 5 }, (_, place) => aLine({ name: `Person ${place}` }));
    const answers = await Promise.all([
      act('award-credentials', { lines }),
      act('award-credentials', { lines }),
    ]);
    expect(answers.map(({ body }) => (body as { awarded?: number }).awarded).toSorted()).toEqual([
      0, 5,
    ]);
    const again = await act('award-credentials', {
      lines: lines.map((line) => ({
        ...line,
        email: line.email.toUpperCase(),
        name: 'Other Spelling',
      })),
    });
    expect(again.body).toMatchObject({ awarded: 0, known: 5 });
  });

  it.each([
    ['', /too_small|empty|>=1|Too small|csv/],
    ['Name,Email\nJane,j@x.example', /lacks “credential”, “awarded on”/],
    ['credential,name,awarded on\nCIHIS-AI,"Jane,2026-01-01', /quotation mark/],
    ['credential;name;awarded on\n;;\n', /no line below/],
  ])('%j is refused in words', async (text, words) => {
    const { status, body } = await act('preview-credentials', { csv: text });
    expect(status).toBe(400);
    expect(body.error).toMatch(words);
  });

  it('of many lines with open quotes takes no time', async () => {
    const before = performance.now();
    await act('preview-credentials', {
      csv: `credential,name,awarded on\n${'"a""'.repeat(150_000)}`,
    });
    expect(performance.now() - before).toBeLessThan(20_000);
  });
});

describe('an award', () => {
  it('answers a stranger by its number, and nothing by another', async () => {
    const number = await award({ name: 'Jane Doe', expires_on: '2099-01-01' });
    expect(await check(number)).toMatchObject({
      is_valid: true,
      state: 'active',
      number,
      name: 'Jane Doe',
      type: 'CIHIS-AI',
      title: 'Applied Practice',
      hours_to: 150,
      awarded_on: expect.anything(),
      is_sample: false,
      replaced_by: null,
    });
    expect(Object.keys((await check(number)) ?? {})).not.toContain('email');
    for (const wrong of ['0000000000000', '', `${number} `, number.slice(1), 'x'.repeat(5_000)]) {
      expect(await check(wrong)).toMatchObject({ is_valid: false, state: 'unknown', name: null });
    }
  });

  it('is theirs at once who have an account of the address, and a mail says so', async () => {
    const email = `${crypto.randomUUID()}@holders.example`;
    const person = await actors.signedIn(email);
    const [first, second] = [await award({ email }), await award({ email, type: 'CIHIS-L' })];
    await post.deliver();
    const mails = await post.sentTo(email);
    expect(mails.map(({ subject }) => subject)[0]).toMatch(/added to your account/);
    expect((await own(person)).held.map(({ number }) => number).toSorted()).toEqual(
      [first, second].toSorted(),
    );
  });

  it('waits for an address that nobody proved, and is claimed with the mailbox alone', async () => {
    const email = `${crypto.randomUUID()}@holders.example`;
    const unproved = await actors.signedIn(email, { isProved: false });
    const number = await award({ email });
    await post.deliver();
    const [mail] = await post.sentTo(email);
    expect(mail?.subject).toMatch(/^A credential was awarded to you/);
    const token = mail?.text.match(/token=([\w-]+)/)?.[1] ?? '';
    expect((await ask('claim-by-link', actors.anonymous, { token })).body).toMatchObject({
      email,
      waiting: [{ name: 'Jane Doe', type: 'CIHIS-AI', title: 'Applied Practice' }],
    });
    expect(await own(unproved)).toMatchObject({ is_proved: false, held: [], waiting: [] });
    expect(await ask('claim-credentials', unproved)).toMatchObject({
      status: 409,
      body: { code: 'mailbox_not_proved' },
    });

    const stranger = await actors.signedIn();
    expect((await ask('claim-credentials', stranger)).body).toEqual({ claimed: 0 });
    expect((await ask('disown-credential', stranger, { number })).status).toBe(410);

    await database.asService.query({
      text: 'update auth.users set email_proved_at = now() where id = $1',
      values: [unproved.id],
    });
    expect((await own(unproved)).waiting).toMatchObject([{ number }]);
    expect((await ask('claim-credentials', unproved)).body).toEqual({ claimed: 1 });
    expect((await ask('claim-credentials', unproved)).body).toEqual({ claimed: 0 });
    expect((await own(unproved)).held).toMatchObject([{ number, state: 'active' }]);
    expect((await ask('claim-by-link', actors.anonymous, { token })).status).toBe(404);
  });

  it('that is not theirs comes back to staff, who send it elsewhere', async () => {
    const number = await award();
    const { email } = await lookedAt(number);
    await post.deliver();
    const token = (await post.sentTo(email ?? ''))[0]?.text.match(/token=([\w-]+)/)?.[1];
    await ask('claim-by-link', actors.anonymous, { token, isNotMe: true });
    expect(await lookedAt(number)).toMatchObject({ holding: 'not me' });
    const waits = await act<{ waits: { kind: string }[] }>('today', {});
    expect(JSON.stringify(waits.body)).toContain('not me');
    const other = `${crypto.randomUUID()}@holders.example`;
    const person = await actors.signedIn(other);
    expect((await act('readdress-credential', { number, email: other })).status).toBe(200);
    expect((await own(person)).held).toMatchObject([{ number }]);
    expect(await act('readdress-credential', { number, email: other })).toMatchObject({
      body: { code: 'credential_is_claimed' },
    });
  });

  it('is corrected and renewed with a new file, suspended, lifted and revoked, and each is said by mail', async () => {
    const email = `${crypto.randomUUID()}@holders.example`;
    await actors.signedIn(email);
    const number = await award({ email, expires_on: '2027-01-01' });
    const reason = 'The exam was not theirs.';
    expect((await act('correct-credential-name', { number, name: 'Jane 王' })).status).toBe(400);
    await act('correct-credential-name', { number, name: 'Jane  Roe' });
    expect(await check(number)).toMatchObject({ name: 'Jane Roe', issue: 2 });
    expect((await act('renew-credential', { number, expiresOn: '2026-12-31' })).body.code).toBe(
      'renewal_ends_sooner',
    );
    await act('renew-credential', { number, expiresOn: '2029-01-01' });
    expect(await check(number)).toMatchObject({ issue: 3 });
    await act('suspend-credential', { number, reason });
    expect(await check(number)).toMatchObject({ is_valid: false, state: 'suspended' });
    await act('lift-suspension', { number });
    expect(await check(number)).toMatchObject({
      is_valid: true,
      state: 'active',
      state_since: null,
    });
    expect((await act('revoke-credential', { number })).status).toBe(400);
    const stale = await staffActor('staff', { shownAgo: '10 minutes' });
    expect((await act('revoke-credential', { number, reason }, stale)).body.code).toBe(
      'factor_needed_again',
    );
    await act('revoke-credential', { number, reason });
    expect(await check(number)).toMatchObject({ is_valid: false, state: 'revoked' });
    expect((await act('lift-suspension', { number })).body.code).toBe('credential_revoked');
    expect(await check(number)).not.toHaveProperty('state_reason');
    await post.deliver();
    const subjects = (await post.sentTo(email))
      .map(({ subject }) => subject.split(' · ')[0])
      .toSorted();
    expect(subjects).toEqual(
      [
        'A credential was added to your account',
        'The name on your credential was corrected',
        'Your credential was renewed',
        'Your credential was revoked',
        'Your credential was suspended',
        'Your credential is valid again',
      ].toSorted(),
    );
    const { history } = await lookedAt(number);
    expect(history.map((each) => each.act)).toEqual(
      ['award', 'claim', 'correct-name', 'renew', 'suspend', 'lift', 'revoke'].reverse(),
    );
    const { rows } = await database.asService.query<{ is_revoked: boolean }>({
      text: `select b.is_revoked from register.status_bits as b join register.awards as a
        using (status_list, status_index) where a.number = $1`,
      values: [number],
    });
    expect(rows).toEqual([{ is_revoked: true }]);
  });

  it('is expired after its last day, by the date alone', async () => {
    const number = await award({ awarded_on: '2020-01-01', expires_on: '2022-01-01' });
    expect(await check(number)).toMatchObject({ is_valid: false, state: 'expired' });
  });
});

describe('an account that goes', () => {
  const holder = async () => {
    const email = `${crypto.randomUUID()}@holders.example`;
    const person = await actors.signedIn(email);
    return { person, email, number: await award({ email }) };
  };

  it('leaves the number to be checked, and points at nobody', async () => {
    const { person, number } = await holder();
    await database.asService.query({
      text: 'select private.delete_account($1)',
      values: [person.id],
    });
    expect(await check(number)).toMatchObject({ is_valid: true, name: 'Jane Doe' });
    expect(await lookedAt(number)).toMatchObject({ holding: 'account gone', email: null });
  });

  it('erases it where its holder chose so: the number is then one that never was', async () => {
    const { person, number, email } = await holder();
    await database.asService.query({ text: 'select register.erase_of($1)', values: [person.id] });
    expect(await check(number)).toEqual({ ...(await check('0000000000000')), number });
    expect((await act('look-credential', { number })).status).toBe(410);
    await api.asAdmin(async (client) => {
      const { rows } = await client.query(
        `select to_jsonb(a)::text || coalesce((select string_agg(to_jsonb(l)::text, '') from staff.log_details as l), '')
          || coalesce((select string_agg(to_jsonb(c)::text, '') from register.claims as c), '') as kept
        from register.awards as a where a.number = $1`,
        [number],
      );
      expect(rows[0].kept).not.toContain(email);
    });
    // Its bit says revoked to whoever has the file.
    const bits = await database.asService.query<{ is_revoked: boolean }>({
      text: `select b.is_revoked from register.status_bits as b join register.awards as a
        using (status_list, status_index) where a.number = $1`,
      values: [number],
    });
    expect(bits.rows).toEqual([{ is_revoked: true }]);
  });

  it('can be erased by owners, when somebody asks for it', async () => {
    const { number } = await holder();
    expect((await act('erase-credential', { number, reason: 'They asked.' })).status).toBe(404);
    expect((await act('erase-credential', { number, reason: 'They asked.' }, owner)).status).toBe(
      200,
    );
    expect(await check(number)).toMatchObject({ state: 'unknown', name: null });
  });
});

describe('what counts towards a tier', () => {
  it('is said only where staff said it', async () => {
    const email = `${crypto.randomUUID()}@holders.example`;
    const person = await actors.signedIn(email);
    await award({ email, type: 'MICRO-PE-1' });
    expect((await own(person)).credits).toEqual([]);
    const rules = [
      { counts: 'MICRO-PE-1', hours: 3 },
      { counts: 'MICRO-PE-2', hours: 2 },
    ];
    expect((await act('set-credit-rules', { tier: 'CIHIS-AI', rules })).status).toBe(200);
    expect((await own(person)).credits).toEqual([
      {
        tier: 'CIHIS-AI',
        slug: 'applied-practice',
        title: 'Applied Practice',
        of: 150,
        hours: 3,
        counts: [{ title: 'Prompts that cite the record', hours: 3 }],
        missing: [{ title: 'Appeal letters and denial summaries', hours: 2 }],
      },
    ]);
    await award({ email, type: 'MICRO-PE' });
    expect((await own(person)).credits).toMatchObject([{ hours: 5, missing: [] }]);
    expect(
      (
        await act('set-credit-rules', {
          tier: 'CIHIS-AI',
          rules: [{ counts: 'CIHIS-L', hours: 1 }],
        })
      ).status,
    ).toBe(400);
    await act('set-credit-rules', { tier: 'CIHIS-AI', rules: [] });
    expect((await own(person)).credits).toEqual([]);
  });

  it('and a new version counts from then on: what was awarded keeps its own', async () => {
    const before = await award({ type: 'CIHIS-HC' });
    const version = {
      type: 'CIHIS-HC',
      name: 'Healthcare Professionals',
      description: 'Now with a renewal.',
      must_show: ['An exam'],
      hours_from: 140,
      hours_to: 140,
      valid_months: 24,
      renews_by_education: true,
    };
    expect((await act('add-credential-version', version)).status).toBe(404);
    expect((await act('add-credential-version', version, owner)).body).toEqual({ version: 2 });
    const today = new Date().toISOString().slice(0, 10);
    const after = await award({ type: 'CIHIS-HC', awarded_on: today });
    expect(await check(before)).toMatchObject({ version: 1, expires_on: null, hours_to: 130 });
    expect(await check(after)).toMatchObject({
      version: 2,
      hours_to: 140,
      expires_on: expect.anything(),
    });
  });
});

describe('reminders', () => {
  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  it('come once for each of three days, and never for what no longer holds', async () => {
    const email = `${crypto.randomUUID()}@holders.example`;
    await actors.signedIn(email);
    const number = await award({ email, expires_on: inDays(80) });
    const revoked = await award({ email, type: 'CIHIS-L', expires_on: inDays(80) });
    await act('revoke-credential', { number: revoked, reason: 'A test.' });
    await post.deliver();
    const reminders = async () => {
      await database.asService.query({ text: 'select register.add_reminders()' });
      await post.deliver();
      return (await post.sentTo(email)).filter(({ subject }) => /is valid through/.test(subject))
        .length;
    };
    expect(await reminders()).toBe(0);
    const move = (days: number) =>
      api.asAdmin(async (client) => {
        await client.query('begin');
        await client.query(
          `update register.awards set expires_on = $2, awarded_at = now() - interval '1 year' where number = $1`,
          [number, inDays(days)],
        );
        await client.query(
          `select staff.append('command', null, null, 'renew-credential', 'credential', $1, null, null, null)`,
          [number],
        );
        await client.query('commit');
      });
    await move(80);
    expect(await reminders()).toBe(1);
    expect(await reminders()).toBe(1);
    await move(20);
    expect(await reminders()).toBe(2);
    await move(3);
    expect(await reminders()).toBe(3);
    expect(await reminders()).toBe(3);
  });
});

it('has met no bug on the way', () => expect(bugs).toEqual([]));
