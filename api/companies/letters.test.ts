import { describe, expect, it } from 'vitest';
import type { CompanyCaseRow } from '#domain/companies/company.ts';
import type { Actor } from '#test/support/actors.ts';
import { join, ownCompany, provedAddress } from '#test/support/companies.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';
import type { ReadTxt } from './read-txt.ts';

type Person = Actor & { id: string };
const zone = new Map<string, string[]>();
const readTxt: ReadTxt = async (name) => zone.get(name) ?? 'missing';
const api = await openTestApi({ readTxt });
const { actors, database, post, bugs } = api;
const kim = await createStaffActors(api)('staff');
const write = (text: string, values: unknown[] = []) => database.asService.query({ text, values });

async function founded(name: string) {
  const admin = await actors.signedIn();
  const email = `${admin.id}@people.example`;
  const company = await ownCompany(admin, name);
  await provedAddress(database, admin.id, email);
  return { admin, email, company };
}
async function colleague(company: string, domain: string, role = 'recruiter') {
  const person = await actors.signedIn();
  await provedAddress(database, person.id, `${person.id}@${domain}`);
  await join(database, company, person.id, role);
  return { ...person, email: `${person.id}@${domain}` };
}
const setAddress = (person: Person, company: string, address: string) =>
  person.client.functions.invoke('set-company-address', {
    body: { company, web_address: address },
  });
/** The subjects of new emails, without our name. */
async function subjects(email: string) {
  await post.retry();
  return (await post.sentTo(email)).map(({ subject }) => subject.split(' · ')[0]);
}
const act = createStaffCalls(api);
const staff = async (name: string, body: object) => (await act(kim, name, body)).body;
async function decide(
  company: string,
  approves: boolean,
  from: 'approved' | 'refused' | null = null,
) {
  const { rows } = (await staff('list-company-cases', { filters: {} })) as {
    rows: CompanyCaseRow[];
  };
  const found = rows.find(
    ({ company_id, decision }) => company_id === company && decision === from,
  );
  const reason = 'We called the number in the register.';
  const seen = found?.decision ?? null;
  return staff('decide-company', { id: found?.id, approves, reason, seen });
}

describe('a proof that ends', () => {
  it('is announced to admins with a proved mailbox, and to nobody else', async () => {
    const { admin, email, company } = await founded('Alder Clinics');
    const other = await colleague(company, 'elsewhere.example', 'admin');
    const unproved = await colleague(company, 'later.example', 'admin');
    await write('update auth.users set email_proved_at = null where id = $1', [unproved.id]);
    const proves = await colleague(company, 'alder.example');
    await setAddress(admin, company, 'alder.example');
    await write('delete from public.company_members where user_id = $1', [proves.id]);
    // Each gets one email, even if the process that queued them dies, or was only thought to be dead.
    const again = await post.dieAfter('company-mail');
    await expect(again()).rejects.toThrow('is over already');
    expect(await subjects(email)).toEqual(['Your company’s domain is no longer proven']);
    const [mail] = await post.sentTo(email);
    expect(mail?.text).toContain('alder.example was proven by the email address');
    expect(mail?.text).toContain('/my-company');
    expect(await subjects(other.email)).toHaveLength(1);
    for (const each of [unproved, proves]) expect(await subjects(each.email)).toEqual([]);
  });

  it('and is restored within ten minutes is not announced', async () => {
    const { admin, email, company } = await founded('Birch Clinics');
    const proves = await colleague(company, 'birch.example');
    await setAddress(admin, company, 'birch.example');
    await write('delete from public.company_members where user_id = $1', [proves.id]);
    await join(database, company, proves.id);
    expect(await subjects(email)).toEqual([]);
  });

  it('because of a ban is restored when the ban expires, without anybody doing anything', async () => {
    const { admin, company } = await founded('Cedar Clinics');
    const proves = await colleague(company, 'cedar.example');
    await setAddress(admin, company, 'cedar.example');
    const proven = async () =>
      (await actors.anonymous.client.from('companies').select('proven_domain').eq('id', company))
        .data?.[0]?.proven_domain;
    await write("update auth.users set banned_until = now() + interval '300 ms' where id = $1", [
      proves.id,
    ]);
    expect(await proven()).toBeNull();
    await expect
      .poll(async () => {
        await write("select queue.add('company-proofs', '{}')");
        await post.deliver();
        return proven();
      })
      .toBe('cedar.example');
  });

  it('is preceded by an email if the web address was changed, or the record is missing', async () => {
    const { admin, email, company } = await founded('Dogwood');
    await setAddress(admin, company, 'dogwood.example');
    const { data } = await admin.client.rpc('my_companies');
    zone.set('_company-proof.dogwood.example', [`company-proof=${data?.[0]?.dns_token}`]);
    await admin.client.functions.invoke('check-company-record', { body: { company } });
    zone.clear();
    for (const _ of [1, 2]) {
      await write("update public.company_proofs set asked_at = asked_at - interval '1 day'");
      await write("select queue.add('company-records', '{}')");
      await post.deliver();
    }
    const missing = 'The record that proves your domain is missing';
    expect(await subjects(email)).toEqual([missing]);
    await setAddress(admin, company, 'other.example');
    expect(await subjects(email)).toEqual(['Your company’s domain is no longer proven', missing]);
    const [mail] = await post.sentTo(email);
    expect(mail?.text).toContain('web address of your company was changed');
  });
});

describe('what staff decide', () => {
  const ask = (person: Person, company: string) =>
    person.client.rpc('ask_company_check', {
      company,
      evidence: 'Our registration is NC 1234567, listed with our phone.',
    });

  it('about a check is announced, with the reason of a refusal and without the note of an approval', async () => {
    const { admin, email, company } = await founded('Elm Practice');
    await ask(admin, company);
    await decide(company, false);
    expect(await subjects(email)).toEqual(['We could not confirm your company']);
    expect((await post.sentTo(email))[0]?.text).toContain('We called the number');
    await ask(admin, company);
    await decide(company, true);
    expect((await subjects(email))[0]).toBe('Our staff checked your company');
    expect((await post.sentTo(email))[0]?.text).not.toContain('We called the number');
    // A new web address cancels the check.
    await setAddress(admin, company, 'elm.example');
    expect((await subjects(email))[0]).toBe('Our check of your company no longer counts');
  });

  it('between two companies that claim a domain is announced to both', async () => {
    const first = await founded('Fir Clinics');
    await colleague(first.company, 'fir.example');
    await setAddress(first.admin, first.company, 'fir.example');
    const second = await founded('Fir Group');
    await colleague(second.company, 'fir.example');
    await setAddress(second.admin, second.company, 'fir.example');
    await decide(second.company, true);
    expect(await subjects(second.email)).toEqual(['Your company’s domain is proven']);
    expect(await subjects(first.email)).toEqual(['Your company’s domain is no longer proven']);
    expect((await post.sentTo(first.email))[0]?.text).toContain('it belongs to the other one');
  });

  it('is announced once to each admin, however often the email to another one fails', async () => {
    const { email, company } = await founded('Hornbeam Clinics');
    const others = [
      await colleague(company, 'people.example', 'admin'),
      await colleague(company, 'people.example', 'admin'),
    ];
    const last = others[1]?.email ?? '';
    const refuseMails = (to: string) =>
      api.asAdmin((client) =>
        client.query(
          `alter table queue.outbox drop constraint if exists refused;
            alter table queue.outbox add constraint refused check (recipient <> '${to}') not valid`,
        ),
      );
    await refuseMails(last);
    await write("select queue.add('company-mail', $1)", [
      JSON.stringify({ about: 'proof', companyId: company, domain: 'hornbeam.example' }),
    ]);
    await post.retry();
    await refuseMails('');
    const counts = [];
    for (const to of [email, others[0]?.email ?? '', last])
      counts.push((await subjects(to)).length);
    expect(counts).toEqual([1, 1, 1]);
  });

  it('about a name is announced when the company is closed, and when it is reopened', async () => {
    const { email, company } = await founded('Gum Clinics');
    await api.asAdmin((client) =>
      client.query(
        "insert into staff.company_cases (kind, company_id, claim) values ('name', $1, 'Gum')",
        [company],
      ),
    );
    await decide(company, false);
    expect(await subjects(email)).toContain('We have closed your company here');
    await decide(company, true, 'refused');
    expect((await subjects(email))[0]).toBe('Your company is open here again');
    expect((await post.sentTo(email))[0]?.text).not.toContain('We called the number');
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
