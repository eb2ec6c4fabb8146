import { describe, expect, it } from 'vitest';
import type { CheckAnswer } from '#domain/credentials/credential-check.ts';
import { readCredentialNumber } from '#domain/credentials/credential-number.ts';
import type { AwardLine } from '#domain/staff/credentials.ts';
import type { LogRow } from '#domain/staff/staff.ts';
import { aLine, anAddress, openRegister } from '../fixture/open-register.ts';

const {
  act,
  actors,
  api,
  ask,
  award,
  bugs,
  check,
  isRevokedInList,
  lookedAt,
  own,
  owner,
  post,
  staffActor,
} = await openRegister();

const reason = 'It was the exam of another credential.';
const replace = (number: string, line: Partial<AwardLine>, by?: Parameters<typeof act>[2]) =>
  act<{ number: string }>('replace-credential', { number, line: aLine(line), reason }, by);
async function replaced(number: string, line: Partial<AwardLine>): Promise<string> {
  const { body } = await replace(number, line);
  return body.number;
}
const subjectsTo = async (email: string) => {
  await post.deliver();
  return (await post.sentTo(email)).map(({ subject }) => subject.split(' · ')[0]).toSorted();
};

describe('an award that replaces another', () => {
  it('with another type revokes the old one, which leads to it, and one email says so', async () => {
    const email = anAddress();
    const person = await actors.signedIn(email);
    const old = await award({ email });
    await post.deliver();
    await ask('set-credential-choices', person, {
      number: old,
      isListed: true,
      onProfile: 'number',
    });
    const made = await replaced(old, { email, type: 'CIHIS-L' });
    expect(made).toMatch(/^[0-9A-Z]{13}$/);
    expect(await check(old)).toMatchObject({
      is_valid: false,
      state: 'revoked',
      type: 'CIHIS-AI',
      replaced_by: made,
    });
    expect(await check(made)).toMatchObject({
      is_valid: true,
      type: 'CIHIS-L',
      // As its holder chose for the old one.
      is_listed: true,
      replaced_by: null,
    });
    expect(await isRevokedInList(old)).toBe(true);
    expect(await isRevokedInList(made)).toBe(false);

    const { held } = await own(person);
    expect(held).toHaveLength(2);
    expect(held.find(({ number }) => number === made)).toMatchObject({
      state: 'active',
      on_profile: 'number',
    });
    expect(held.find(({ number }) => number === old)).toMatchObject({
      state: 'revoked',
      state_reason: reason,
      replaced_by: made,
    });
    expect(await subjectsTo(email)).toEqual([
      'A credential was added to your account',
      'Your credential was replaced',
    ]);
    const [mail] = (await post.sentTo(email)).filter(({ subject }) => /replaced/.test(subject));
    expect(mail?.text).toContain(reason);
    expect(mail?.text).toContain('CIHIS-L Leadership and Strategy');

    expect(await lookedAt(old)).toMatchObject({ replaced_by: made, leads_on: true });
    expect(await lookedAt(made)).toMatchObject({ replaces: old, holding: 'claimed' });
    expect((await lookedAt(old)).history[0]).toMatchObject({ act: 'replace', state: 'revoked' });
    const log = await act<{ rows: LogRow[] }>('list-log', { filters: { subject: old } }, owner);
    expect(log.body.rows.map((row) => row.act)).toContain('replace-credential');
    // What was erased with one number must not remain in the log of the other.
    expect(JSON.stringify(log.body.rows)).not.toContain(email);
  });

  it('is also what programs and files of the old one are told', async () => {
    const old = await award();
    const made = await replaced(old, {
      type: 'CIHIS-ED',
      email: (await lookedAt(old)).email ?? '',
    });
    for (const body of [{ number: old }, { number: old, issue: 1 }]) {
      const answer = await ask<CheckAnswer>('check-credential', actors.anonymous, body);
      expect(answer.body).toMatchObject({ isValid: false, state: 'revoked' });
      const successor = 'successor' in answer.body ? answer.body.successor : undefined;
      expect(readCredentialNumber(successor ?? '')).toEqual({ kind: 'number', number: made });
    }
  });

  it('never leads to somebody else', async () => {
    const [email, right] = [anAddress(), anAddress()];
    const wrong = await actors.signedIn(email);
    const person = await actors.signedIn(right);
    const old = await award({ email, name: 'Jane Doe' });
    const made = await replaced(old, { email: right, name: 'Samuel Roe' });
    expect(await check(old)).toMatchObject({ state: 'revoked', replaced_by: null });
    expect((await own(wrong)).held).toMatchObject([{ number: old, replaced_by: null }]);
    expect((await own(person)).held).toMatchObject([{ number: made }]);
    expect(await lookedAt(old)).toMatchObject({ replaced_by: made, leads_on: false });
    expect(await subjectsTo(right)).toEqual(['A credential was added to your account']);
    const mails = await post.sentTo(email);
    expect(JSON.stringify(mails)).toContain('Your credential was replaced');
    expect(JSON.stringify(mails)).not.toMatch(/Samuel|In its place/);
  });

  it('for the right person of that name is found from the old number in the record', async () => {
    const [email, right] = [anAddress(), anAddress()];
    await actors.signedIn(email);
    const old = await award({ email });
    const made = await replaced(old, { email: right });
    expect(await check(old)).toMatchObject({ replaced_by: made });
    expect(await subjectsTo(right)).toEqual(['A credential was awarded to you']);
  });

  it('that nobody claimed is the only one waiting, and one email asks to claim it', async () => {
    const email = anAddress();
    const old = await award({ email });
    await post.deliver();
    const made = await replaced(old, { email, type: 'CIHIS-L' });
    expect(await subjectsTo(email)).toEqual([
      'A credential was awarded to you',
      'A credential was awarded to you',
    ]);
    const text = (await post.sentTo(email)).map((mail) => mail.text);
    const token = text.find((each) => each.includes('CIHIS-L'))?.match(/token=([\w-]+)/)?.[1];
    const waits = await ask<{ waiting: object[] }>('claim-by-link', actors.anonymous, { token });
    expect(waits.body.waiting).toMatchObject([{ type: 'CIHIS-L' }]);
    const person = await actors.signedIn(email);
    expect((await own(person)).waiting).toMatchObject([{ number: made }]);
  });

  it('is refused without a reason, a recent factor, or anything to award', async () => {
    const email = anAddress();
    const old = await award({ email });
    const stale = await staffActor('staff', { shownAgo: '10 minutes' });
    expect((await replace(old, { type: 'CIHIS-L' }, stale)).body.code).toBe('factor_needed_again');
    const body = { number: old, line: aLine({ type: 'CIHIS-L' }) };
    expect((await act('replace-credential', body)).status).toBe(400);
    expect((await replace(old, { type: 'CIHIS-XX' })).body.error).toMatch(/no credential/);
    expect((await replace(old, { name: '王小明' })).body.error).toMatch(/cannot set/);
    // Repeating it is not a replacement.
    expect((await replace(old, { email })).body.code).toBe('awarded_before');
    expect((await replace('0000000000000', {})).body.code).toBe('credential_gone');
    expect(await check(old)).toMatchObject({ is_valid: true });
    expect((await lookedAt(old)).history).toHaveLength(1);
  });

  it('is created once if two ask at once, and never for a revoked one', async () => {
    const old = await award();
    const answers = await Promise.all([
      replace(old, { type: 'CIHIS-L' }),
      replace(old, { type: 'CIHIS-ED' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await replace(old, { type: 'CIHIS-HC' })).body.code).toBe('credential_revoked');
    expect((await act('lift-suspension', { number: old })).body.code).toBe('credential_revoked');
  });

  it('that is erased leaves the old one looking like a revoked one', async () => {
    const email = anAddress();
    const old = await award({ email });
    const made = await replaced(old, { email, type: 'CIHIS-L' });
    await act('erase-credential', { number: made, reason: 'They asked.' }, owner);
    expect(await check(old)).toMatchObject({ state: 'revoked', replaced_by: null });
    expect(await lookedAt(old)).toMatchObject({ replaced_by: null });
  });
});

it('causes no unexpected errors', () => expect([bugs, api.bugs]).toEqual([[], []]));
