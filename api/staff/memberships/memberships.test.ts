import { describe, expect, it } from 'vitest';
import { openStaffMemberships } from '#test/support/staff-memberships.ts';

const { api, kim, lee, act, look, chargeOf, refundOf, entries, during } =
  await openStaffMemberships();
const { sandbox, database } = api;

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
    // Every status in the list can be searched for; what is over does not end any more.
    for (const status of ['paused', 'incomplete', 'canceled']) {
      await database.asService.query({
        text: 'update public.subscriptions set status = $2, cancel_at_period_end = true where user_id = $1',
        values: [person.user.id, status],
      });
      expect(await find({ search: person.email, state: status })).toHaveLength(1);
    }
    expect(await find({ search: person.email, state: 'ending' })).toEqual([]);
    expect((await act(kim, 'file-memberships')).status).toBe(404);
    // The same headers if the first batch has no timestamp, or no rows at all.
    const none = await act(lee, 'file-memberships', { filters: { search: 'nobody at all' } });
    const file = await act(lee, 'file-memberships', { filters: { person: person.user.id } });
    // In the words of the screen.
    const heads =
      'Address,Name,Company,State,Will not renew,Has access,Payments paused,Since (UTC),Period ends (UTC),Price,Currency,Charged every\r\n';
    expect(none.body.csv).toBe(heads);
    expect(file.body.csv.slice(0, heads.length)).toBe(heads);
    expect(file.body.csv).toMatch(/,Ended,No,Yes,No,[^,]+,[^,]+,49\.99,USD,month\r\n$/);
  });
});

describe('one membership', () => {
  it('is shown beside Stripe’s data, with the differences named, and viewing it is logged', async () => {
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

  it('shows why its person leaves, as they told Stripe, and nothing if they stay', async () => {
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
    // A charge is compared with the moment of the request.
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
    // Pressing on their page without having been given anything would be no proof.
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
    // Even if Stripe keeps what they said before they changed their mind.
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
    const own = async () => (await api.invoke('check-subscription', person)).body;
    // Meanwhile a renewal charges nothing, and access continues.
    await api.inPortal(person, { do: 'pass-time' });
    await api.settle();
    expect(await known()).toMatchObject({ differences: [], charges: [{ amount: 4_999 }] });
    expect((await api.row(person))?.has_access).toBe(true);
    expect(await own()).toMatchObject({ subscribed: true, is_uncharged: true });
    expect((await look(person)).changes[0]).toMatchObject({ charges_paused: true });
    // Nor does an email promise a charge.
    for (const what of ['cancel', 'resume']) {
      await api.inPortal(person, { do: what });
      await api.settle();
    }
    const [mail] = await api.post.sentTo(person.email);
    expect(mail?.text.replace(/\s+/g, ' ')).toMatch(/that it renews again\. (?!The next charge)/);
    const charge = sandbox.state.charges[(await chargeOf(person)).id];
    for (const place of charge ? Array(100).keys() : []) {
      Object.assign(sandbox.state.charges, {
        [`ch_older${place}`]: { ...charge, id: `ch_older${place}` },
      });
    }
    const { charges, has_older_charges } = await known();
    expect([charges.length, has_older_charges]).toEqual([100, true]);
  });

  it('says when it shows only the newest changes and acts', async () => {
    const person = await api.member();
    const all = await look(person);
    expect(all).toMatchObject({ has_older_changes: false, has_older_acts: false });
    await api.asAdmin(async (client) => {
      // The same amount for another period is a change of price too.
      await client.query(`do $$ begin
        for i in 1..100 loop
          update public.subscriptions set price_interval = case when i % 2 = 1 then 'year' else 'month' end
            where user_id = '${person.user.id}';
        end loop;
      end $$`);
      // Without log entries.
      await client.query(`begin; set local session_replication_role = replica;
        insert into staff.payment_acts (id, user_id, customer_id, kind, reason, asked_by, state)
          select gen_random_uuid(), '${person.user.id}', 'cus', 'cancel-now', 'why', '${lee.id}', 'done'
            from generate_series(1, 51);
        commit`);
    });
    const { changes, acts, ...cut } = await look(person);
    expect(cut).toMatchObject({ has_older_changes: true, has_older_acts: true });
    expect([changes.length, acts.length]).toEqual([100, 50]);
    expect(changes[0]).toMatchObject({ price_interval: 'month' });
    const { body } = await api.invoke('account-export', person);
    expect(body.membership_changes).toHaveLength(101);
    expect(body.membership_changes.at(-2)).toMatchObject({ price_interval: 'year', amount: 4_999 });
    expect(body.refunds_and_cancellations[0]).toMatchObject({ kind: 'cancel-now', state: 'done' });
    // The reason is for staff only.
    expect(JSON.stringify(body)).not.toContain('"why"');
  });

  it('names a charge that its buyer disputes at their bank, and the outcome', async () => {
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
      // Money that the bank has taken back cannot be refunded again; after a mere inquiry, or a withdrawn dispute, it
      // can.
      if (status !== 'lost' && status !== 'warning_closed') continue;
      const { body } = await act(lee, 'refund-membership', await refundOf(person, 100));
      expect([status, body.state]).toEqual([status, status === 'lost' ? 'refused' : 'done']);
    }
    expect(api.bugs.splice(0)).toEqual([expect.objectContaining({ code: 'charge_disputed' })]);
  });

  it('says so if Stripe does not answer, or no longer knows the customer', async () => {
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

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
