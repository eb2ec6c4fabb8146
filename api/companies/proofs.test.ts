import { describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { join, leave, ownCompany, provedAddress } from '#test/support/companies.ts';
import { openTestApi } from '#test/support/test-api.ts';
import type { ReadTxt } from './read-txt.ts';

type Person = Actor & { id: string };
const zone = new Map<string, string[] | 'unreachable'>();
const readTxt: ReadTxt = async (name) => zone.get(name) ?? 'missing';
const { actors, database, post, bugs } = await openTestApi({ readTxt });

async function markOf(company: string) {
  const { data } = await actors.anonymous.client
    .from('companies')
    .select('proven_domain, is_checked')
    .eq('id', company)
    .single();
  return data;
}
const setAddress = async (person: Person, company: string, address: string) =>
  (
    await person.client.functions.invoke('set-company-address', {
      body: { company, web_address: address },
    })
  ).data;
const stateOf = async (person: Person) => (await person.client.rpc('my_companies')).data?.[0];
const check = async (person: Person, company: string) =>
  (await person.client.functions.invoke('check-company-record', { body: { company } })).data?.state;
const proven = (domain: string) => ({ proven_domain: domain, is_checked: false });
const unproven = { proven_domain: null, is_checked: false };

async function at(domain: string, name: string) {
  const person = await actors.signedIn();
  const company = await ownCompany(person, name);
  await provedAddress(database, person.id, `${person.id}@${domain}`);
  return { person, company };
}

async function record(person: Person, domain: string) {
  const token = (await stateOf(person))?.dns_token;
  zone.set(`_company-proof.${domain}`, ['v=spf1 -all', `company-proof=${token}`]);
}

describe('the address of a member', () => {
  it('proves the domain of the web address, also from a subdomain, and ends with the address', async () => {
    const { person, company } = await at('mail.alder.example', 'Alder Clinics');
    expect(await markOf(company)).toEqual(unproven);
    await setAddress(person, company, 'www.alder.example/careers');
    expect(await markOf(company)).toEqual(proven('alder.example'));
    await provedAddress(database, person.id, `${person.id}@elsewhere.example`);
    expect(await markOf(company)).toEqual(unproven);
  });

  it('proves nothing before it is proved itself, and proves it then', async () => {
    const { person, company } = await at('birch.example', 'Birch');
    await database.asService.query({
      text: 'update auth.users set email_proved_at = null where id = $1',
      values: [person.id],
    });
    // As old browsers wrote it.
    await setAddress(person, company, 'HTTPS://birch.example');
    expect(await markOf(company)).toEqual(unproven);
    await provedAddress(database, person.id, `${person.id}@birch.example`);
    expect(await markOf(company)).toEqual(proven('birch.example'));
  });

  it('of a viewer proves nothing; another recruiter’s continues when one leaves or is blocked', async () => {
    const owner = await actors.signedIn();
    const company = await ownCompany(owner, 'Cedar');
    const [viewer, one, two] = [
      await actors.signedIn(),
      await actors.signedIn(),
      await actors.signedIn(),
    ];
    for (const each of [viewer, one, two]) {
      await provedAddress(database, each.id, `${each.id}@cedar.example`);
    }
    await join(database, company, viewer.id, 'viewer');
    await setAddress(owner, company, 'cedar.example');
    expect(await markOf(company)).toEqual(unproven);
    await join(database, company, one.id);
    await join(database, company, two.id);
    expect(await markOf(company)).toEqual(proven('cedar.example'));
    await leave(database, company, one.id);
    expect(await markOf(company)).toEqual(proven('cedar.example'));
    await database.asService.query({
      text: "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      values: [two.id],
    });
    expect(await markOf(company)).toEqual(unproven);
  });

  it('ends with the web address, and with the account', async () => {
    const { person, company } = await at('dogwood.example', 'Dogwood');
    await setAddress(person, company, 'dogwood.example');
    await setAddress(person, company, 'dogwood.example/jobs');
    expect(await markOf(company)).toEqual(proven('dogwood.example'));
    await setAddress(person, company, 'other.example');
    expect(await markOf(company)).toEqual(unproven);
    await setAddress(person, company, 'dogwood.example');
    const other = await actors.signedIn();
    await join(database, company, other.id, 'admin');
    await database.asService.query({
      text: 'delete from auth.users where id = $1',
      values: [person.id],
    });
    expect(await markOf(company)).toEqual(unproven);
  });

  it.each([
    ['gmail.com', 'https://gmail.com', 'mail'],
    ['github.io', 'https://someone.github.io', 'shared'],
    ['linkedin.com', 'https://www.linkedin.com/company/x', 'shared'],
    ['people.example', 'http://192.0.2.7/', 'none'],
  ])('at %s proves nothing about %s', async (host, address, fault) => {
    const { person, company } = await at(host, `Of ${host}`);
    expect(await setAddress(person, company, address)).toEqual({ domain: null, fault });
    expect(await markOf(company)).toEqual(unproven);
    expect(await check(person, company)).toBeUndefined();
  });

  it('of a stranger’s company tells the stranger nothing, and nobody else may set its web address', async () => {
    const { company } = await at('elm.example', 'Elm');
    const stranger = await actors.signedIn();
    const own = await ownCompany(stranger, 'Elm');
    expect(own).not.toBe(company);
    expect(await setAddress(stranger, own, 'elm.example')).toEqual({
      domain: 'elm.example',
      fault: null,
    });
    expect(await markOf(own)).toEqual(unproven);
    const { error } = await stranger.client.functions.invoke('set-company-address', {
      body: { company, web_address: 'evil.example' },
    });
    expect(error?.context.status).toBe(404);
    for (const column of [
      'domain',
      'proven_domain',
      'is_checked',
      'name',
      'web_address',
      'dns_token',
    ]) {
      const { error } = await stranger.client
        .from('companies')
        .update({ [column]: column === 'is_checked' ? true : 'x' } as never)
        .eq('id', own);
      expect(error?.code, column).toBe('42501');
    }
    expect(
      (await stranger.client.from('company_proofs').select('kind').eq('company_id', company)).data,
    ).toEqual([]);
    expect((await stranger.client.from('company_proofs').select('proved_by')).error?.code).toBe(
      '42501',
    );
    expect((await stranger.client.from('companies').select('dns_token')).error?.code).toBe('42501');
  });
});

describe('a record', () => {
  it('proves on request, survives six days without it, and ends after seven', async () => {
    const person = await actors.signedIn();
    const company = await ownCompany(person, 'Fir');
    await setAddress(person, company, 'fir.example');
    expect(await check(person, company)).toBe('missing');
    zone.set('_company-proof.fir.example', 'unreachable');
    expect(await check(person, company)).toBe('unreachable');
    await record(person, 'fir.example');
    expect(await check(person, company)).toBe('proven');
    expect(await markOf(company)).toEqual(proven('fir.example'));
    const daily = async (days: number) => {
      await database.asService.query({
        text: `update public.company_proofs set asked_at = asked_at - interval '1 day',
          missing_since = missing_since - make_interval(days => $2), seen_at = seen_at - interval '1 day'
          where company_id = $1`,
        values: [company, days],
      });
      await database.asService.query({ text: "select queue.add('company-records', '{}')" });
      await post.deliver();
    };
    zone.delete('_company-proof.fir.example');
    // Requested while the clock was ahead.
    await database.asService.query({
      text: `update public.company_proofs set asked_at = now() + interval '1 year' where company_id = $1`,
      values: [company],
    });
    await daily(0);
    await daily(6);
    expect(await markOf(company)).toEqual(proven('fir.example'));
    await record(person, 'fir.example');
    await daily(0);
    zone.delete('_company-proof.fir.example');
    await daily(6);
    await daily(6);
    expect(await markOf(company)).toEqual(proven('fir.example'));
    await daily(1);
    expect(await markOf(company)).toEqual(unproven);
  });

  it('can only be checked by the company’s admins', async () => {
    const person = await actors.signedIn();
    const company = await ownCompany(person, 'Ginkgo');
    await setAddress(person, company, 'ginkgo.example');
    const recruiter = await actors.signedIn();
    await join(database, company, recruiter.id);
    expect((await stateOf(recruiter))?.dns_token).toBeNull();
    expect(await check(recruiter, company)).toBeUndefined();
    expect(await check(await actors.signedIn(), company)).toBeUndefined();
  });

  it('with another company’s token proves nothing', async () => {
    const [one, two] = [await actors.signedIn(), await actors.signedIn()];
    const [a, b] = [await ownCompany(one, 'Hazel'), await ownCompany(two, 'Hazel')];
    await setAddress(one, a, 'hazel.example');
    await setAddress(two, b, 'hazel.example');
    await record(one, 'hazel.example');
    expect(await check(two, b)).toBe('missing');
    expect(await check(one, a)).toBe('proven');
  });
});

describe('two companies and one domain', () => {
  it('result in one proved company, even if both ask at once, and a case for staff', async () => {
    const [a, b] = [await at('ivy.example', 'Ivy One'), await at('ivy.example', 'Ivy Two')];
    await Promise.all([
      setAddress(a.person, a.company, 'ivy.example'),
      setAddress(b.person, b.company, 'ivy.example'),
    ]);
    const marks = [await markOf(a.company), await markOf(b.company)];
    expect(marks.filter((mark) => mark?.proven_domain === 'ivy.example')).toHaveLength(1);
    const loser = marks[0]?.proven_domain ? b : a;
    expect(await stateOf(loser.person)).toMatchObject({
      cases: [{ kind: 'domain', claim: 'ivy.example', decision: null }],
    });
    await record(loser.person, 'ivy.example');
    expect(await check(loser.person, loser.company)).toBe('held');
  });

  it('a proved name opens a case when others take it', async () => {
    const { person, company } = await at('juniper.example', 'Juniper Health');
    await setAddress(person, company, 'juniper.example');
    const other = await actors.signedIn();
    await ownCompany(other, 'The Juniper Health, Inc.');
    expect((await stateOf(other))?.cases).toMatchObject([
      { kind: 'name', claim: 'Juniper Health' },
    ]);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
