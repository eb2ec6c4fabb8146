import { describe, expect, it } from 'vitest';
import { type JobForm, jobSchema } from '#domain/jobs/job.ts';
import { currencies, salaryPeriods, workplaces } from '#domain/jobs/job-facts.ts';
import { jobFormSchema } from '#domain/jobs/job-form.ts';
import { seen } from '#domain/text/seen.ts';
import { jobRow, postWithoutLimit, storeJobs } from '#test/support/jobs.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, asAdmin, call, database } = await openTestApi();
const owner = await actors.signedIn();
const { client } = owner;
await postWithoutLimit(database);

const rules = jobFormSchema('');
const day = (fromToday: number) =>
  new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10);

/** What the form, and the table through the API, say about the same values. */
async function ask(changes: Partial<Record<keyof JobForm, unknown>>) {
  const { posted_by, ...form } = jobRow(owner.id, changes);
  const { error } = await client.from('jobs').insert({ posted_by, ...form } as never);
  const parsed = rules.safeParse(form);
  return {
    form: parsed.success,
    table: error === null,
    code: error?.code,
    words: { form: parsed.error?.issues[0]?.message, table: error?.message },
  };
}

const salary = { salary_from: 10, salary_to: 20, salary_currency: 'USD', salary_period: 'hour' };

it('an amount is kept without the zeros that somebody writes behind it', async () => {
  const [id = ''] = await storeJobs(database, [jobRow(owner.id, salary)]);
  const amount = `58000.${'0'.repeat(10_000)}`;
  const request = new Request(`${siteUrl}/rest/v1/jobs?id=eq.${id}`, {
    method: 'PATCH',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: `{"salary_to": ${amount}}`,
  });
  expect((await call(request)).status).toBe(204);
  const { rows } = await database.asService.query({
    text: 'select salary_from::text, salary_to::text from public.jobs where id = $1',
    values: [id],
  });
  expect(rows).toEqual([{ salary_from: '10', salary_to: '58000' }]);
});

describe('form and table agree', () => {
  it.each([
    ['5,000 characters of four bytes', { description: '😀'.repeat(5000) }, true],
    ['5,001 characters of four bytes', { description: '😀'.repeat(5001) }, false],
    ['50 of them', { description: '😀'.repeat(50) }, true],
    ['49 of them', { description: '😀'.repeat(49) }, false],
    ['a title of three emoji', { title: '😀😀😀' }, true],
    ['a title of two', { title: '😀😀' }, false],
    ['text that runs from right to left', { title: 'محلل الترميز الطبي' }, true],
    ['both ends of a salary', salary, true],
    ['one end of a salary', { ...salary, salary_from: null }, true],
    ['the same twice', { ...salary, salary_to: 10 }, true],
    ['a salary upside down', { ...salary, salary_to: 9.99 }, false],
    ['a salary without a currency', { ...salary, salary_currency: null }, false],
    ['a salary without a period', { ...salary, salary_period: null }, false],
    ['a salary of nothing', { ...salary, salary_from: 0 }, false],
    ['a salary above the limit', { ...salary, salary_to: 100_000_000.01 }, false],
    ['an unknown currency', { ...salary, salary_currency: 'XXX' }, false],
    ['an unknown period', { ...salary, salary_period: 'decade' }, false],
    ['an unknown workplace', { workplace: 'moon' }, false],
    ['a country in words', { country: 'Canada' }, false],
    ['a country by its code', { country: 'CA' }, true],
    ['a city of 100 characters', { city: 'é'.repeat(100) }, true],
    ['a city of 101', { city: 'é'.repeat(101) }, false],
    ['an address with a name before the host', { application_url: 'https://a@b.example' }, false],
    ['an address with a backslash', { application_url: 'https://a\\@b.example' }, false],
    ['a script as an address', { application_url: 'javascript:alert(1)' }, false],
    ['a deadline on a day that is not there', { application_deadline: '2027-02-29' }, false],
    ['a deadline long ago', { application_deadline: '1999-12-31' }, false],
    ['a deadline that is over', { application_deadline: day(-3) }, false],
    ['a deadline of today', { application_deadline: day(0) }, true],
    ['a salary of a tenth of a cent', { ...salary, salary_from: 10.001 }, false],
    ['a salary in cents', { ...salary, salary_from: 10.01 }, true],
    ['a currency without an amount', { salary_currency: 'USD', salary_period: 'year' }, true],
    ['a title of 100 characters and one', { title: 'x'.repeat(101) }, false],
    ['a description of 5,001', { description: 'x'.repeat(5001) }, false],
    ['a title that nobody sees', { title: '\u200b\u200b\u2060\u00ad' }, false],
    ['a title filled up with what nobody sees', { title: 'ab\u200d\ufe0f' }, false],
    ['a company of spaces that nobody sees', { company: '\u200b \u200b \u200b' }, false],
    ['a location of fillers', { location: '\u3164\u2800\u115f' }, false],
    ['a contact of controls', { contact_name: '\u0001\u007f\u0085' }, false],
    ['a description that nobody sees', { description: '\u200b'.repeat(60) }, false],
    ['100 letters of two characters each', { title: 'e\u0301'.repeat(100) }, true],
    ['101 of them', { company: 'e\u0301'.repeat(101) }, false],
    ['a benefit that nobody sees', { benefits: '\u200b' }, true],
  ] as const)('on %s', async (_, changes, isGood) => {
    const { form, table } = await ask(changes);
    expect({ form, table }).toEqual({ form: isGood, table: isGood });
  });

  it.each([
    'nobody',
    'x@y.z',
    'a@b.c',
    'a@b',
    'A@B.example',
    'a@b.co',
    'a..b@c.example',
    '.a@c.example',
    'a.@c.example',
    'a@-c.example',
    'a@c-.example',
    'a@c..example',
    'a@.example',
    'ä@c.example',
    'a@ü.example',
    '"q"@c.example',
    ' a@c.example ',
    'a@c.example\n',
    'a@c.example\r\nbcc: d@e.example',
    'a b@c.example',
    'a@[1.2.3.4]',
    'a@c.e',
    'a,b@c.example',
    'a@c.example?subject=x',
    '<a@c.example>',
    'a@c.example%0Abcc:x@y.example',
    "o'neill+jobs@c.example",
    'a@c.123',
    `${'x'.repeat(245)}@a.example`,
    `${'x'.repeat(246)}@a.example`,
  ])('on the contact address %j', async (contact_email) => {
    const { form, table, words } = await ask({ contact_email });
    expect({ table, words: words.table }).toEqual({ table: form, words: words.form });
  });

  it.each([
    'http://a.example',
    'HTTPS://A.EXAMPLE/Path?q#h',
    ' https://a.example ',
    'https:/a.example',
    'https:a.example',
    '//a.example',
    'java\nscript:alert(1)',
    'https://',
    'https://?',
    'https://a b.example',
    'https://a.example/ b',
    'https://a.example/\u00a0b',
    'https://u:p@a.example',
    'https://a<b.example',
    'https://a|b.example/',
    'https://a^b.example',
    'https://%',
    'https://ex%61mple.com',
    'https://[zz]/',
    'https://[::1]/',
    'https://.',
    'https://-',
    'https://a..example',
    'https://a.example./x',
    'https://localhost',
    'https://my_site.a-b.example',
    'https://xn--e1afmkfd.example',
    'http://127.0.0.1/',
    'http://127.0.0.01/',
    'http://1.2.3.256/',
    'http://1.2.3.4.5',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://a.example:0/',
    'http://a.example:65535/',
    'http://a.example:65536/',
    'http://a.example:99999/',
    'http://a.example:80:80/',
    'https://\u200b.example',
    `https://a.example/${'x'.repeat(482)}`,
    `https://a.example/${'x'.repeat(483)}`,
    `https://a.example/${'😀'.repeat(482)}`,
  ])('on the address %j', async (application_url) => {
    const { form, table, words } = await ask({ application_url });
    expect({ table, words: words.table }).toEqual({ table: form, words: words.form });
  });

  it('on a non-ASCII address, once the form has converted it as browsers do', async () => {
    const typed = jobRow(owner.id, { application_url: 'https://kliniek.例え/Zorg?naam=é' });
    const { application_url } = jobSchema.parse(typed);
    expect(application_url).toBe('https://kliniek.xn--r8jz45g/Zorg?naam=é');
    expect((await ask({ application_url })).table).toBe(true);
    expect((await ask({ application_url: typed.application_url })).table).toBe(false);
  });

  it('in the same words', async () => {
    for (const changes of [
      { title: 'ab' },
      { title: 'x'.repeat(101) },
      { company: 'a' },
      { company: 'x'.repeat(101) },
      { location: 'a' },
      { location: 'x'.repeat(101) },
      { contact_name: 'a' },
      { contact_name: 'x'.repeat(101) },
      { contact_phone: 'x'.repeat(51) },
      { salary_range: 'x'.repeat(101) },
      { job_type: 'Sometimes' },
      { workplace: 'moon' },
      { ...salary, salary_currency: 'XXX' },
      { ...salary, salary_period: 'decade' },
      { ...salary, salary_from: 10.001 },
      { application_deadline: '1999-12-31' },
      { description: 'x'.repeat(49) },
      { description: 'x'.repeat(5001) },
      { requirements: 'x'.repeat(3001) },
      { benefits: 'x'.repeat(2001) },
      { city: 'x'.repeat(101) },
      { region: 'x'.repeat(101) },
      { country: 'ZZ' },
      { ...salary, salary_from: 0 },
      { ...salary, salary_to: 100_000_001 },
      { ...salary, salary_to: 9 },
      { ...salary, salary_currency: null },
      { ...salary, salary_period: '' },
      { application_deadline: day(-3) },
    ]) {
      const { code, words } = await ask(changes);
      expect({ code, words: words.table }).toEqual({ code: '23514', words: words.form });
    }
  });

  it('on which characters are invisible', async () => {
    // A block that is kept whole has no invisible characters; only the others are checked one by one.
    const { rows } = await database.asService.query<{ unseen: string[] }>({
      text: `select array_agg(code::text order by code) as unseen
        from generate_series(0, 1114111, 1024) as begin
          cross join lateral (
            select string_agg(chr(code), '') as text from generate_series(begin, begin + 1023) as code
              where code > 0 and code not between 55296 and 57343) as block
          cross join lateral generate_series(begin, begin + 1023) as code
        where char_length(private.visible_text(text)) < char_length(text)
          and code > 0 and private.visible_text(chr(code)) = ''`,
    });
    const unseen: string[] = [];
    for (let begin = 0; begin <= 0x10ffff; begin += 1024) {
      const codes = Array.from({ length: 1024 }, (_, place) => begin + place).filter(
        (code) => code > 0 && (code < 0xd800 || code > 0xdfff),
      );
      const text = String.fromCodePoint(...codes);
      if (seen(text).length === text.length) continue;
      unseen.push(...codes.filter((code) => seen(String.fromCodePoint(code)) === '').map(String));
    }
    expect(rows[0]?.unseen).toEqual(unseen);
  });

  it('on which countries exist', async () => {
    for (const country of ['ZZ', 'XX', 'us', ' US', 'USA']) {
      expect(await ask({ country })).toMatchObject({ form: false, table: false });
    }
  });

  it('on optional fields with nothing in them', async () => {
    const empty = {
      salary_range: '',
      requirements: ' ',
      benefits: '\u200b',
      contact_phone: '',
      city: '',
      region: '',
      workplace: '',
      country: '',
      salary_currency: '',
      salary_period: '',
    };
    const { data, error } = await client
      .from('jobs')
      .insert(jobRow(owner.id, empty))
      .select(Object.keys(empty).join(','))
      .single();
    expect(error).toBeNull();
    const { posted_by: _, ...form } = jobRow(owner.id, empty);
    expect(jobSchema.parse(form)).toMatchObject(data as never);
    expect(new Set(Object.values(data as never))).toEqual(new Set([null]));
  });

  it('on every choice', async () => {
    for (const workplace of workplaces) expect((await ask({ workplace })).table).toBe(true);
    for (const salary_currency of currencies) {
      expect((await ask({ ...salary, salary_currency })).table).toBe(true);
    }
    for (const salary_period of salaryPeriods) {
      expect((await ask({ ...salary, salary_period })).table).toBe(true);
    }
  });

  it('on what is empty: white space never fills a minimum length', async () => {
    const title = '\u00a0\u2003ab\ufeff';
    expect(jobSchema.safeParse({ ...jobRow(owner.id), title }).success).toBe(false);
    for (const changes of [{ title }, { description: 'x'.padEnd(60) }]) {
      expect((await ask(changes)).code).toBe('23514');
    }
  });

  it('on spaces around a text and on line endings, which both normalise', async () => {
    const typed = { title: ' Coder\u2003', benefits: 'a\r\nb\rc\n' };
    const { data } = await client
      .from('jobs')
      .insert(jobRow(owner.id, typed))
      .select('title, benefits')
      .single();
    const { title, benefits } = jobSchema.parse(jobRow(owner.id, typed));
    expect(data).toEqual({ title, benefits });
    expect(data).toEqual({ title: 'Coder', benefits: 'a\nb\nc' });
  });

  it('stores what the form returns, whatever was typed', async () => {
    const typed = {
      ...jobRow(owner.id),
      title: '  Coder\u2003',
      requirements: 'a\r\nb',
      city: ' ',
    };
    const { data } = await client
      .from('jobs')
      .insert({ ...jobSchema.parse(typed), posted_by: owner.id })
      .select('title, requirements, city')
      .single();
    expect(data).toEqual({ title: 'Coder', requirements: 'a\nb', city: null });
  });
});

describe('a job older than a rule', () => {
  it('can be closed and changed, and keeps the deadline that it has', async () => {
    const [id = ''] = await storeJobs(database, [
      jobRow(owner.id, { application_deadline: day(-9), title: 'Old Coder' }),
    ]);
    // As it was stored before these checks existed.
    await asAdmin(async (admin) => {
      await admin.query('alter table public.jobs disable trigger before_4_check_jobs');
      await admin.query(
        `update public.jobs set contact_email = 'a,b@c.example', country = 'ZZ',
          application_url = 'https://[zz]/' where id = $1`,
        [id],
      );
      await admin.query('alter table public.jobs enable trigger before_4_check_jobs');
    });
    const change = (changes: object) => client.from('jobs').update(changes).eq('id', id);
    for (const changes of [
      { is_active: false },
      { title: 'Old Coder, days', country: 'ZZ', application_deadline: day(-9) },
    ]) {
      expect((await change(changes)).error).toBeNull();
    }
    for (const changes of [{ application_deadline: day(-8) }, { contact_email: 'a,c@c.example' }]) {
      expect((await change(changes)).error?.code).toBe('23514');
    }
  });
});
