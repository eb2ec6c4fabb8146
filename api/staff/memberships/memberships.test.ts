import { describe, expect, it } from 'vitest';
import type { MembershipPage } from '#domain/staff/memberships.ts';
import { noFaults } from '#server/outside/stripe-sandbox/faults.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openMembershipApi, type Person } from '#test/support/test-membership.ts';
import { doPaymentAct } from './do-payment-act.ts';

const api = await openMembershipApi();
const { sandbox, database } = api;
const staffActor = createStaffActors(api);
const [kim, lee] = [await staffActor('staff'), await staffActor('owner')];
const reason = 'They paid twice by mistake.';

const act = createStaffCalls(api);
const look = async ({ user }: Person): Promise<MembershipPage> =>
  (await act(kim, 'look-membership', { person: user.id })).body;

async function chargeOf(person: Person) {
  const { stripe } = await look(person);
  if (stripe.kind !== 'known' || !stripe.charges[0]) throw new Error('There is no charge.');
  return stripe.charges[0];
}

async function refundOf(person: Person, amount: number, id = crypto.randomUUID()) {
  const { id: charge, refunded } = await chargeOf(person);
  return { id, person: person.user.id, charge, amount, refunded, reason };
}
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
const entries = async (person: Person, name: string) =>
  (await act(lee, 'list-log', { filters: { subject: person.user.id, act: name } })).body.rows;

/** Whatever the sandbox does wrong is over afterwards. */
async function during<T>(faults: Partial<typeof sandbox.faults>, work: () => Promise<T>) {
  Object.assign(sandbox.faults, faults);
  try {
    return await work();
  } finally {
    Object.assign(sandbox.faults, noFaults());
  }
}

describe('the list', () => {
  it('shows who pays what since when, by state and by words', async () => {
    const person = await api.member();
    const find = async (filters: object) =>
      (await act(kim, 'list-memberships', { filters })).body.rows;
    const [row] = await find({ person: person.user.id });
    expect(row).toMatchObject({
      email: person.email,
      status: 'active',
      has_access: true,
      amount: 4_999,
      currency: 'usd',
      price_interval: 'month',
    });
    expect(await find({ search: person.email, state: 'active' })).toHaveLength(1);
    expect(await find({ search: person.email, state: 'ending' })).toEqual([]);
    // Whatever stands in the list can be looked for; what is over ends no more.
    for (const status of ['paused', 'incomplete', 'canceled']) {
      await database.asService.query({
        text: 'update public.subscriptions set status = $2, cancel_at_period_end = true where user_id = $1',
        values: [person.user.id, status],
      });
      expect(await find({ search: person.email, state: status })).toHaveLength(1);
    }
    expect(await find({ search: person.email, state: 'ending' })).toEqual([]);
    expect((await act(kim, 'file-memberships')).status).toBe(404);
    const file = await act(lee, 'file-memberships', { filters: { person: person.user.id } });
    // In the words of the screen.
    expect(file.body.csv).toMatch(
      /^Address,Name,Company,State,Will not renew,Has access,Since \(UTC\),Period ends \(UTC\),Price,Currency,Charged every\r\n/,
    );
    expect(file.body.csv).toMatch(/,Ended,No,Yes,[^,]+,[^,]+,49\.99,USD,month\r\n$/);
  });
});

describe('one membership', () => {
  it('stands beside what Stripe says, with the differences named, and the look on record', async () => {
    const person = await api.member();
    expect(await look(person)).toMatchObject({
      stripe: { kind: 'known', differences: [], charges: [{ amount: 4_999, refunded: 0 }] },
    });
    await database.asService.query({
      text: `update public.subscriptions set status = 'past_due' where user_id = $1`,
      values: [person.user.id],
    });
    const { stripe } = await look(person);
    expect(stripe).toMatchObject({
      differences: [{ name: 'State', ours: 'Payment owed', theirs: 'Runs' }],
    });
    expect(await entries(person, 'look-membership')).toHaveLength(2);
  });

  it('tells why its person leaves, as they told Stripe, and nothing where they stay', async () => {
    const person = await api.member();
    const known = async () => {
      const { stripe } = await look(person);
      if (stripe.kind !== 'known') throw new Error('Stripe says nothing.');
      return stripe;
    };
    const why = async () => (await known()).state.why;
    expect(await why()).toBeNull();
    const said = { feedback: 'too_expensive', comment: 'Two hires a year.' };
    await api.inPortal(person, { do: 'cancel', ...said });
    expect(await why()).toBe('Too expensive: “Two hires a year.”');
    // A charge is held against the moment of the press.
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect((await known()).subscriptions).toMatchObject([
      {
        status: 'active',
        is_ending: true,
        started_at: moment,
        cancelled_at: moment,
        ended_at: null,
      },
    ]);
    await api.settle();
    // A press on their page and nothing in their hands would be no proof.
    const proofs = async () =>
      (await api.post.sentTo(person.email)).flatMap(({ subject, text }) =>
        /^Your membership (will|renews|has)/.test(subject) ? [text.replace(/\s+/g, ' ')] : [],
      );
    const told = expect.stringMatching(
      /We heard of your cancellation on \w+ \d+, \d{4} at .* UTC\. .*Nothing more will be charged\. You keep your access until/,
    );
    expect(await proofs()).toEqual([told]);
    await api.inPortal(person, { do: 'resume' });
    expect(await why()).toBeNull();
    expect((await known()).subscriptions).toMatchObject([{ cancelled_at: null, is_ending: false }]);
    // Stripe has forgotten it; the site has not.
    await api.settle();
    const goesOn = expect.stringMatching(/it renews again\. The next charge is on \w+ \d+/);
    expect(await proofs()).toEqual([goesOn, told]);
    expect((await look(person)).changes).toMatchObject([
      { status: 'active', is_ending: false, at: moment },
      { status: 'active', is_ending: true, amount: 4_999 },
      { status: 'active', is_ending: false },
    ]);
    // Also where Stripe keeps what they said before they changed their mind.
    const id = (await api.row(person))?.subscription_id ?? '';
    const details = sandbox.state.subscriptions[id]?.cancellation_details ?? {};
    Object.assign(details, said);
    expect(await why()).toBeNull();
  });

  it('says that nothing is charged while an owner has paused it in the dashboard, and that there are older charges', async () => {
    const person = await api.member();
    const known = async () => {
      const { stripe } = await look(person);
      if (stripe.kind !== 'known') throw new Error('Stripe says nothing.');
      return stripe;
    };
    const id = (await api.row(person))?.subscription_id ?? '';
    const subscription = sandbox.state.subscriptions[id];
    const resumes = 1_893_456_000;
    Object.assign(subscription ?? {}, {
      pause_collection: { behavior: 'void', resumes_at: resumes },
    });
    const until = { until: '2030-01-01T00:00:00.000Z' };
    expect(await known()).toMatchObject({
      state: { status: 'active', collection_paused: until },
      subscriptions: [{ collection_paused: until }],
      has_older_charges: false,
    });
    // A renewal meanwhile charges nothing, and the access goes on.
    await api.inPortal(person, { do: 'pass-time' });
    await api.settle();
    expect(await known()).toMatchObject({ differences: [], charges: [{ amount: 4_999 }] });
    expect((await api.row(person))?.has_access).toBe(true);
    const charge = sandbox.state.charges[(await chargeOf(person)).id];
    for (const place of charge ? Array(100).keys() : []) {
      Object.assign(sandbox.state.charges, {
        [`ch_older${place}`]: { ...charge, id: `ch_older${place}` },
      });
    }
    const { charges, has_older_charges } = await known();
    expect([charges.length, has_older_charges]).toEqual([100, true]);
  });

  it('names a charge that its buyer disputes at their bank, and what becomes of it', async () => {
    const person = await api.member();
    const { id, dispute, amount, currency } = await chargeOf(person);
    expect(dispute).toBeNull();
    Object.assign(sandbox.state.charges[id] ?? {}, { disputed: true });
    // A key that may not read disputes.
    expect((await during({ status: 403, only: /disputes/ }, () => chargeOf(person))).dispute).toBe(
      'open',
    );
    const told = {
      needs_response: 'open',
      under_review: 'answered',
      won: 'won',
      lost: 'lost',
      warning_closed: 'over',
    };
    for (const [status, said] of Object.entries(told)) {
      sandbox.state.disputes.du_one = {
        id: 'du_one',
        object: 'dispute',
        charge: id,
        created: 0,
        livemode: false,
        ...{ amount, currency, status },
      };
      expect((await chargeOf(person)).dispute).toBe(said);
      // What the bank has taken does not go back twice; what it only asked about, or gave up, may.
      if (status !== 'lost' && status !== 'warning_closed') continue;
      const { body } = await act(lee, 'refund-membership', await refundOf(person, 100));
      expect([status, body.state]).toEqual([status, status === 'lost' ? 'refused' : 'done']);
    }
    expect(api.bugs.splice(0)).toEqual([expect.objectContaining({ code: 'charge_disputed' })]);
  });

  it('says so when Stripe does not answer, or no longer knows the customer', async () => {
    const person = await api.member();
    const silent = await during({ status: 500 }, () => look(person));
    expect(silent.stripe).toMatchObject({
      kind: 'silent',
      words: expect.stringContaining('Stripe does not answer'),
    });
    expect(silent.ours.status).toBe('active');
    const customer = (await api.row(person))?.customer_id ?? '';
    delete sandbox.state.customers[customer];
    expect((await look(person)).stripe).toEqual({ kind: 'unknown' });
  });
});

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

  it('pressed twice, at once or later, is one', async () => {
    const person = await api.member();
    const body = await refundOf(person, 500);
    const answers = await Promise.all([1, 2, 3].map(() => act(lee, 'refund-membership', body)));
    expect(answers.map((each) => each.body.state)).toContain('done');
    expect((await act(lee, 'refund-membership', body)).body.state).toBe('done');
    expect(refundsAt(body.charge)).toHaveLength(1);
    expect(await entries(person, 'refund-membership')).toHaveLength(1);
    // The same number for something else.
    expect((await act(lee, 'refund-membership', { ...body, amount: 600 })).status).toBe(409);
  });

  it('of two tabs the second hears that part of it was refunded', async () => {
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

  it('that was done by a process which ended before it noted so is found, and done once', async () => {
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
    // Another act waits for the end of this one.
    expect((await act(lee, 'cancel-membership', cancelOf(person, 'now'))).body.code).toBe(
      'payment_act_waits',
    );
    // A day later, when Stripe has forgotten the key.
    sandbox.state.answers = {};
    await api.post.retry();
    expect(refundsAt(body.charge)).toHaveLength(1);
    expect((await look(person)).acts[0]?.state).toBe('done');
  });

  it('whose answer is lost on the way is asked for again by itself, and done once', async () => {
    const person = await api.member();
    const body = await refundOf(person, 700);
    const lost = await during({ dies: true }, () => act(lee, 'refund-membership', body));
    expect(lost.body).toMatchObject({ state: 'asked', outcome: expect.stringContaining('again') });
    await api.post.retry();
    expect(refundsAt(body.charge)).toHaveLength(1);
  });

  it('is left to the queue by a process that ended before it asked', async () => {
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

  it('is refused of somebody else’s charge, in words, and tells why Stripe refused', async () => {
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
    // Told to whoever runs the site, as other refusals of Stripe's are.
    expect(api.bugs.splice(0)).toHaveLength(1);
  });

  it('is for owners, with a fresh factor and a reason, and not about themselves', async () => {
    const person = await api.member();
    const body = await refundOf(person, 100);
    expect((await act(kim, 'refund-membership', body)).status).toBe(404);
    const stale = await staffActor('owner', { shownAgo: '6 minutes' });
    expect((await act(stale, 'refund-membership', body)).body.code).toBe('factor_needed_again');
    expect((await act(lee, 'refund-membership', { ...body, reason: '' })).status).toBe(400);
    expect((await act(lee, 'refund-membership', { ...body, person: lee.id })).body.code).toBe(
      'not_on_them',
    );
    expect((await act(lee, 'refund-membership', { ...body, amount: -5 })).status).toBe(400);
    expect(refundsAt(body.charge)).toEqual([]);
  });
});

describe('a cancellation', () => {
  it('at the end of the period leaves the access until then', async () => {
    const person = await api.member();
    const { body } = await act(lee, 'cancel-membership', cancelOf(person, 'at-end'));
    expect(body).toEqual({ state: 'done', outcome: 'It ends with its period.' });
    expect(await api.row(person)).toMatchObject({ cancel_at_period_end: true, has_access: true });
    const again = await act(lee, 'cancel-membership', cancelOf(person, 'at-end'));
    expect(again.body.outcome).toContain('already');
    expect(await toldOf(person)).toEqual([expect.stringContaining('You keep your access until')]);
    // What the member does afterwards is told for itself.
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

  it('at once whose answer is lost on the way is done, and not said to be refused', async () => {
    const person = await api.member();
    // The first time alone: a pattern with a place to go on from misses the second try.
    await during({ dies: true, only: /DELETE/g }, () =>
      act(lee, 'cancel-membership', cancelOf(person, 'now')),
    );
    await api.post.retry();
    expect(await api.row(person)).toMatchObject({ status: 'canceled', has_access: false });
    expect(await entries(person, 'payment-act-refused')).toEqual([]);
    expect(await entries(person, 'payment-act-done')).toHaveLength(1);
  });

  it('at once ends the access as well, also when it is cut off in between', async () => {
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

it('has met no bug on the way', () => expect(api.bugs).toEqual([]));
