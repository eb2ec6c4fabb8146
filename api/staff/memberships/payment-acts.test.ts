import { describe, expect, it } from 'vitest';
import type { MailOf } from '#mail/mail.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openStaffMemberships } from '#test/support/staff-memberships.ts';
import type { Person } from '#test/support/test-membership.ts';
import { doPaymentAct } from './do-payment-act.ts';
import { tellCancelled } from './tell-cancelled.ts';

const { api, staffActor, kim, lee, act, reason, look, chargeOf, refundOf, entries, during } =
  await openStaffMemberships();
const { sandbox } = api;

const refundsAt = (charge: string) =>
  Object.values(sandbox.state.refunds).filter((each) => each.charge === charge);
const cancelOf = (person: Person, when: string) => ({
  id: crypto.randomUUID(),
  person: person.user.id,
  when,
  reason,
});
const toldOf = async ({ email }: Person) =>
  (await api.post.sentTo(email))
    .filter(({ subject }) => /^Your membership (was|will|has)/.test(subject))
    .map(({ text }) => text);

describe('a refund', () => {
  it('gives back a part, then the rest, never more than was paid', async () => {
    const person = await api.member();
    const part = await act(lee, 'refund-membership', await refundOf(person, 1_000));
    expect(part.body).toMatchObject({ state: 'done' });
    expect((await chargeOf(person)).refunded).toBe(1_000);
    const tooMuch = await act(lee, 'refund-membership', await refundOf(person, 4_000));
    expect(tooMuch.body).toMatchObject({
      state: 'refused',
      outcome: expect.stringContaining('more than'),
    });
    const rest = await act(lee, 'refund-membership', await refundOf(person, 3_999));
    expect(rest.body.state).toBe('done');
    const done = await entries(person, 'payment-act-done');
    expect(done[0]).toMatchObject({ before: { refunded: 1_000 }, after: { refunded: 4_999 } });
    expect((await entries(person, 'refund-membership'))[0]).toMatchObject({ reason });
    expect((await look(person)).acts.map(({ state }) => state)).toEqual([
      'done',
      'refused',
      'done',
    ]);
  });

  it('pressed twice, at once or later, is made once', async () => {
    const person = await api.member();
    const body = await refundOf(person, 500);
    const answers = await Promise.all([1, 2, 3].map(() => act(lee, 'refund-membership', body)));
    expect(answers.map((each) => each.body.state)).toContain('done');
    expect((await act(lee, 'refund-membership', body)).body.state).toBe('done');
    expect(refundsAt(body.charge)).toHaveLength(1);
    expect(await entries(person, 'refund-membership')).toHaveLength(1);
    // The same number for a different request.
    expect((await act(lee, 'refund-membership', { ...body, amount: 600 })).status).toBe(409);
  });

  it('from two tabs tells the second that part of it was refunded', async () => {
    const person = await api.member();
    const [one, other] = [await refundOf(person, 500), await refundOf(person, 500)];
    await act(lee, 'refund-membership', one);
    const { body } = await act(lee, 'refund-membership', other);
    expect(body).toMatchObject({
      state: 'refused',
      outcome: expect.stringContaining('has since been refunded'),
    });
    expect(refundsAt(one.charge)).toHaveLength(1);
  });

  it('made by a process that died before recording it is found, and made once', async () => {
    const person = await api.member();
    const body = await refundOf(person, 700);
    await act(lee, 'refund-membership', body);
    await api.asAdmin(async (client) => {
      await client.query('begin');
      await client.query(`update staff.payment_acts set state = 'asked' where id = $1`, [body.id]);
      await client.query(
        `select staff.append('command', null, null, 'refund-membership', 'person', $1, null, null, null)`,
        [person.user.id],
      );
      await client.query('commit');
    });
    // Another act has to wait until this one ends.
    expect((await act(lee, 'cancel-membership', cancelOf(person, 'now'))).body.code).toBe(
      'payment_act_waits',
    );
    // A day later, when Stripe has forgotten the key.
    sandbox.state.answers = {};
    await api.post.retry();
    expect(refundsAt(body.charge)).toHaveLength(1);
    expect((await look(person)).acts[0]?.state).toBe('done');
  });

  it('whose answer is lost on the way is retried automatically, and made once', async () => {
    const person = await api.member();
    const body = await refundOf(person, 700);
    const lost = await during({ dies: true }, () => act(lee, 'refund-membership', body));
    expect(lost.body).toMatchObject({ state: 'asked', outcome: expect.stringContaining('again') });
    await api.post.retry();
    expect(refundsAt(body.charge)).toHaveLength(1);
  });

  it('is left to the queue by a process that died before sending it', async () => {
    const person = await api.member();
    const body = await refundOf(person, 300);
    await during({ status: 500 }, () => act(lee, 'refund-membership', body));
    expect(refundsAt(body.charge)).toHaveLength(0);
    await Promise.all([
      api.post.retry(),
      doPaymentAct(api.billing, body.id, (error) => api.bugs.push(error)),
    ]);
    expect(refundsAt(body.charge)).toHaveLength(1);
  });

  it('of somebody else’s charge is refused with a message, and Stripe’s refusals are explained', async () => {
    const [person, other] = [await api.member(), await api.member()];
    const { id: charge } = await chargeOf(other);
    const body = { ...(await refundOf(person, 100)), charge };
    expect((await act(lee, 'refund-membership', body)).body).toMatchObject({
      state: 'refused',
      outcome: expect.stringContaining('does not belong to this person'),
    });
    const none = { ...(await refundOf(person, 100)), charge: 'ch_nothing' };
    const { body: answer } = await act(lee, 'refund-membership', none);
    expect(answer.outcome).toContain('Stripe refused: No such charge');
    // Reported to the operator, like Stripe's other refusals.
    expect(api.bugs.splice(0)).toHaveLength(1);
  });

  it('that Stripe accepted, but could not carry out, is refused', async () => {
    const person = await api.member();
    const { id, charge, ...rest } = await refundOf(person, 400);
    const stripe = await api.payments.getStripe();
    await stripe.refunds.create({ charge, amount: 400, metadata: { staff_act: id } });
    for (const made of refundsAt(charge)) made.status = 'failed';
    expect((await act(lee, 'refund-membership', { id, charge, ...rest })).body).toMatchObject({
      state: 'refused',
      outcome: expect.stringContaining('could not refund'),
    });
    expect(await entries(person, 'payment-act-done')).toEqual([]);
  });

  it('is for owners, with a recent factor and a reason, and not about themselves', async () => {
    const person = await api.member();
    const body = await refundOf(person, 100);
    expect((await act(kim, 'refund-membership', body)).status).toBe(404);
    const stale = await staffActor('owner', { shownAgo: '6 minutes' });
    expect((await act(stale, 'refund-membership', body)).body.code).toBe('factor_needed_again');
    for (const reason of ['', '\u200B\u2800\u00AD\u3164']) {
      expect((await act(lee, 'refund-membership', { ...body, reason })).status).toBe(400);
    }
    expect((await act(lee, 'refund-membership', { ...body, person: lee.id })).body.code).toBe(
      'not_on_them',
    );
    expect((await act(lee, 'refund-membership', { ...body, amount: -5 })).status).toBe(400);
    expect(refundsAt(body.charge)).toEqual([]);
  });
});

describe('a cancellation', () => {
  /** Asked for, while its mail waits. */
  async function cancelled() {
    const person = await api.member();
    const body = cancelOf(person, 'at-end');
    await act(lee, 'cancel-membership', body);
    return [person, body] as const;
  }
  async function mailsAbout({ id }: { id: string }) {
    const sent: MailOf<'membership-cancelled'>[] = [];
    const sendMail = async (mail: MailOf<'membership-cancelled'>) => sent.push(mail);
    await tellCancelled({ database: api.database, siteUrl, sendMail } as never, { id });
    return sent;
  }

  it('at the end of the period keeps access until then', async () => {
    const person = await api.member();
    const { body } = await act(lee, 'cancel-membership', cancelOf(person, 'at-end'));
    expect(body).toEqual({ state: 'done', outcome: 'It ends with its period.' });
    expect(await api.row(person)).toMatchObject({ cancel_at_period_end: true, has_access: true });
    const again = await act(lee, 'cancel-membership', cancelOf(person, 'at-end'));
    expect(again.body.outcome).toContain('already');
    expect(await toldOf(person)).toEqual([expect.stringContaining('You keep your access until')]);
    // What the member does afterwards is announced separately.
    await api.settle();
    for (const what of ['resume', 'cancel']) {
      await api.inPortal(person, { do: what });
      await api.settle();
    }
    expect((await toldOf(person)).slice(0, -1)).toEqual([
      expect.stringContaining('We heard of your cancellation'),
    ]);
    const other = await api.member();
    await api.inPortal(other, { do: 'cancel' });
    const late = await act(lee, 'cancel-membership', cancelOf(other, 'at-end'));
    expect(late.body).toMatchObject({ state: 'refused', outcome: again.body.outcome });
  });

  it.each([
    ['past_due', '3 days', true],
    ['past_due', '-1 day', false],
    ['unpaid', '3 days', false],
  ])(
    'at the end of a period that is %s, paid for %s, promises access only where there is some',
    async (status, paid, hasAccess) => {
      const [person, body] = await cancelled();
      await api.database.asService.query({
        text: `update public.subscriptions set status = $2, paid_until = now() + $3::interval,
          current_period_end = now() + interval '300 days'
        where user_id = $1`,
        values: [person.user.id, status, paid],
      });
      const [mail, ...more] = await mailsAbout(body);
      expect(more).toEqual([]);
      expect(mail).toMatchObject({ to: person.email, isAtEnd: true, isOwed: true });
      expect(mail?.until).toEqual(hasAccess ? (await api.row(person))?.paid_until : null);
    },
  );

  it('that the member takes back before the mail goes is not announced', async () => {
    const [person, body] = await cancelled();
    expect(await mailsAbout(body)).toMatchObject([{ isOwed: false }]);
    await api.database.asService.query({
      text: 'update public.subscriptions set cancel_at_period_end = false where user_id = $1',
      values: [person.user.id],
    });
    expect(await mailsAbout(body)).toEqual([]);
  });

  it('of what has ended at Stripe, which the site has not heard of, is refused', async () => {
    const person = await api.member();
    const { subscription_id: id } = await api.truth(person);
    const subscription = sandbox.state.subscriptions[id ?? ''];
    if (!subscription) throw new Error('There is no subscription.');
    subscription.status = 'canceled';
    expect((await act(lee, 'cancel-membership', cancelOf(person, 'now'))).body).toMatchObject({
      state: 'refused',
      outcome: expect.stringContaining('already ended'),
    });
  });

  it('at once whose answer is lost on the way is done, and not reported as refused', async () => {
    const person = await api.member();
    // Only the first time: a pattern with the g flag continues after its last match, so it misses the second try.
    await during({ dies: true, only: /DELETE/g }, () =>
      act(lee, 'cancel-membership', cancelOf(person, 'now')),
    );
    await api.post.retry();
    expect(await api.row(person)).toMatchObject({ status: 'canceled', has_access: false });
    expect(await entries(person, 'payment-act-refused')).toEqual([]);
    expect(await entries(person, 'payment-act-done')).toHaveLength(1);
  });

  it('at once ends access as well, even if it is interrupted', async () => {
    const person = await api.member();
    const body = cancelOf(person, 'now');
    await during({ status: 500, only: /DELETE/ }, () => act(lee, 'cancel-membership', body));
    expect((await api.row(person))?.status).toBe('active');
    await api.post.retry();
    expect(await api.row(person)).toMatchObject({ status: 'canceled', has_access: false });
    expect(await entries(person, 'payment-act-done')).toHaveLength(1);
    expect(await toldOf(person)).toEqual([expect.stringContaining('and your access with it')]);
  });
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
