import { beforeEach, describe, expect, it } from 'vitest';
import { createAlerts } from '#test/support/alerts.ts';
import { openTestApi } from '#test/support/test-api.ts';
import type { Work } from '../subject.ts';
import { matchNews } from './match.ts';
import { sendDigests } from './send-digests.ts';

const { actors, asAdmin, database, post } = await openTestApi();
const { write, jobs } = createAlerts(actors, database, post);

type Sent = { to: string; text: string; messageId: string | undefined };
const sent: Sent[] = [];
/** Sends the digests, and crashes at the given point. */
function work(die: 'never' | 'before it is taken' | 'after it was taken' = 'never') {
  const sendMail: Work['sendMail'] = async (mail, envelope) => {
    if (die === 'before it is taken') throw new Error('killed');
    if (!sent.some(({ messageId }) => messageId === envelope?.messageId)) {
      sent.push({ to: mail.to, text: JSON.stringify(mail), messageId: envelope?.messageId });
    }
    if (die === 'after it was taken') throw new Error('killed');
    return { kind: 'sent' };
  };
  return { database, siteUrl: 'https://site.test', sendMail } as Work;
}

let word = '';
let alertIds: string[] = [];
let receiver = '';
beforeEach(async () => {
  sent.length = 0;
  word = `Lynx${crypto.randomUUID().slice(0, 6)}`;
  const person = await actors.signedIn();
  const { data } = await person.client.rpc('save_alert', {
    kind: 'jobs',
    conditions: { wanted: [{ words: [word] }] },
  });
  alertIds = [data ?? ''];
  receiver = person.id;
  await jobs(
    { title: `${word} one` },
    { title: `${word} two`, job_type: 'Remote', workplace: 'remote' },
  );
});

/** Matches everything and claims the digest, as the timetable would. */
async function claimed() {
  await matchNews(database);
  await write(`update public.alerts set next_at = now() - interval '1 minute' where user_id = $1`, [
    receiver,
  ]);
  await write('select private.claim_due_alerts(now(), 1000)');
}
const state = async () => {
  const { rows } = await write<{ claimed: boolean; sent: boolean }>(
    `select claimed_at is not null as claimed, sent_at is not null as sent from public.alerts where user_id = $1`,
    [receiver],
  );
  return rows[0];
};

describe('a process that dies', () => {
  it('in the middle of a round leaves everything unmatched and still to be matched', async () => {
    await database.asService
      .transaction(async (session) => {
        await session.query({ text: 'select private.match_round_of_jobs(100)' });
        throw new Error('killed');
      })
      .catch(() => {});
    const { rows } = await write(
      `select from private.search_matches as m join public.alerts as a on a.search_id = m.search_id where a.user_id = $1`,
      [receiver],
    );
    expect(rows).toEqual([]);
    await claimed();
    await sendDigests(work(), { alertIds });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain(`${word} one`);
    // Jobs that are gone by then are not emailed.
    const [gone] = await jobs({ title: `${word} gone` });
    await claimed();
    await write('update public.jobs set is_active = false where id = $1', [gone]);
    await sendDigests(work(), { alertIds });
    expect(sent).toHaveLength(1);
    expect(await state()).toMatchObject({ claimed: false });
  });

  it('between claiming and sending, before or after the server took the email, causes one complete email', async () => {
    await claimed();
    expect(await state()).toEqual({ claimed: true, sent: false });
    await expect(sendDigests(work('before it is taken'), { alertIds })).rejects.toThrow('killed');
    // Jobs that arrive before the retry wait for the next digest.
    await jobs({ title: `${word} three` });
    await matchNews(database);
    await expect(sendDigests(work('after it was taken'), { alertIds })).rejects.toThrow('killed');
    await sendDigests(work(), { alertIds });
    await sendDigests(work(), { alertIds });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain(`${word} two`);
    expect(sent[0]?.text).not.toContain(`${word} three`);
    expect(await state()).toEqual({ claimed: false, sent: true });
    await claimed();
    await sendDigests(work(), { alertIds });
    expect(sent).toHaveLength(2);
    expect(sent[1]?.text).toContain(`${word} three`);
    expect(sent[1]?.text).not.toContain(`${word} two`);
  });

  it('or two that queue and match at the same moment cause one email', async () => {
    await Promise.all([matchNews(database), matchNews(database)]);
    await write(
      `update public.alerts set next_at = now() - interval '1 minute' where user_id = $1`,
      [receiver],
    );
    await Promise.all([
      write('select private.claim_due_alerts(now(), 1000)'),
      write('select private.claim_due_alerts(now(), 1000)'),
    ]);
    await asAdmin(async (client) => {
      const { rows } = await client.query(
        'select count(*)::int as many from graphile_worker._private_jobs where payload::text like $1',
        [`%${alertIds[0]}%`],
      );
      expect(rows).toEqual([{ many: 1 }]);
    });
  });

  it('or whose clock was ahead leaves an alert that is sent again at its next hour', async () => {
    await matchNews(database);
    await write(
      `update public.alerts set next_at = now() + interval '1 year', claimed_at = now() + interval '1 year'
        where user_id = $1`,
      [receiver],
    );
    await write('select private.claim_due_alerts(now(), 1000)');
    const { rows } = await write<{ waits: boolean }>(
      `select next_at < now() + interval '26 hours' as waits from public.alerts where user_id = $1`,
      [receiver],
    );
    expect(rows).toEqual([{ waits: true }]);
    await claimed();
    await sendDigests(work(), { alertIds });
    expect(sent).toHaveLength(1);
  });

  it('loses nothing that was found for one alert when another fails', async () => {
    const other = await actors.signedIn();
    await other.client.rpc('save_alert', {
      kind: 'jobs',
      conditions: { wanted: [{ words: [word] }] },
    });
    await jobs({ title: `${word} four` });
    await claimed();
    await write(
      `update public.alerts set next_at = now() - interval '1 minute' where user_id = $1`,
      [other.id],
    );
    await write('select private.claim_due_alerts(now(), 1000)');
    const { rows } = await write<{ id: string }>(
      'select id from public.alerts where user_id = $1',
      [other.id],
    );
    const both = [...alertIds, rows[0]?.id ?? ''];
    // Five failures in a row mean that the mail server is at fault, so the rest waits. One deleted alert does not.
    let tries = 0;
    const broken = work();
    broken.sendMail = async () => {
      tries += 1;
      throw new Error('down');
    };
    const again = (count: number) => Array<string>(count).fill(both[0] ?? '');
    const manyIds = [...again(4), crypto.randomUUID(), ...again(7)];
    await expect(sendDigests(broken, { alertIds: manyIds })).rejects.toThrow('down');
    expect(tries).toBe(9);
    let first = true;
    const failing = work();
    const send = failing.sendMail;
    failing.sendMail = async (...asked) => {
      if (first) {
        first = false;
        throw new Error('refused for now');
      }
      return send(...asked);
    };
    await expect(sendDigests(failing, { alertIds: both })).rejects.toThrow('refused for now');
    expect(sent).toHaveLength(1);
    await sendDigests(work(), { alertIds: both });
    expect(sent).toHaveLength(2);
  });
});

it('a search with more results than are read says that there may be more', async () => {
  await claimed();
  await asAdmin((client) =>
    client.query(
      `insert into private.search_matches (search_id, subject_id, round)
        select a.search_id, gen_random_uuid(), private.last_round()
        from public.alerts as a, generate_series(1, 498) where a.user_id = $1`,
      [receiver],
    ),
  );
  await sendDigests(work(), { alertIds });
  expect(JSON.parse(sent[0]?.text ?? '')).toMatchObject({
    total: 2,
    mayBeMore: true,
    jobs: [{ facts: ['Remote'] }, { facts: ['Full-time'] }],
  });
});

async function isToldGone(sub: string) {
  const caller = { role: 'authenticated', claims: { sub, role: 'authenticated' } } as const;
  const { rows } = await database.askAs<{ gone: boolean }>(caller, {
    text: 'select public.own_mailbox_is_gone() as gone',
  });
  return rows[0]?.gone;
}

describe('a mailbox that no longer exists', () => {
  const bounced = (count: number, said: string) =>
    write(
      `select staff.keep_mail('alert-jobs', u.email, 'bounced', $3, 'News', null)
        from auth.users as u, generate_series(1, $2::int) where u.id = $1`,
      [receiver, count, said],
    );
  const nobody = '550 5.1.1 <(address)>: Recipient address rejected: User unknown';

  it('gets no more alerts after three emails, and gets them again once one arrives', async () => {
    await bounced(3, nobody);
    await claimed();
    await sendDigests(work(), { alertIds });
    expect(sent).toEqual([]);
    expect(await state()).toEqual({ claimed: false, sent: false });
    // Its person can sign in all the same, and is told about it.
    expect(await isToldGone(receiver)).toBe(true);
    expect(await isToldGone((await actors.signedIn()).id)).toBe(false);
    await write(
      `select staff.keep_mail('recovery', email, 'sent', null, 'Your link', null) from auth.users where id = $1`,
      [receiver],
    );
    expect(await isToldGone(receiver)).toBe(false);
    await jobs({ title: `${word} three` });
    await claimed();
    await sendDigests(work(), { alertIds });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['two emails', 2, nobody],
    ['the contents of the email', 3, '550 5.7.1 Message rejected as spam by Content Filtering'],
    ['a full mailbox', 3, '552 5.2.2 The mailbox of the user is full'],
  ])('is not concluded from %s', async (_, count, said) => {
    await bounced(count, said);
    await claimed();
    await sendDigests(work(), { alertIds });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['550-5.1.1 The email account that you tried to reach does not exist.', true],
    ['550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found', true],
    ["554 delivery error: dd This user doesn't have a yahoo.com account", true],
    ['550 No such user here', true],
    ['550 5.2.1 The email account that you tried to reach is disabled.', true],
    ['550 5.7.1 Sender address rejected: not found in our list', false],
    ['550 5.1.2 The domain of the recipient does not exist', true],
    ['550 5.1.8 <news@site.example>: Sender address rejected: Domain not found', false],
    ['553 5.1.7 The address of the sender is not valid', false],
    ['550 Sender address rejected: Domain not found', false],
    ['550 5.1.0 <news@site.example> sender rejected', false],
    ['554 5.4.4 No route from 5.1.1.8', false],
    ['554 5.7.1 Client host [192.5.1.2] is blocked', false],
    ['554 Message refused', false],
    ['550 5.4.1 Recipient address rejected: Access denied', false],
  ])('is recognized by its server’s reply: %s', async (said, isGone) => {
    const { rows } = await write<{ gone: boolean }>('select private.says_no_mailbox($1) as gone', [
      said,
    ]);
    expect(rows[0]?.gone).toBe(isGone);
  });
});
