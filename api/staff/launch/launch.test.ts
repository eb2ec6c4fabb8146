import { describe, expect, it } from 'vitest';
import type { Running, SetUp } from '#api/running.ts';
import { statedAs } from '#domain/membership/price.ts';
import { type TakenAlarm, tellAlarms } from '#domain/staff/alarms.ts';
import type { Launch } from '#domain/staff/launch.ts';
import type { Actor } from '#test/support/actors.ts';
import { newEmail } from '#test/support/people.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testSetUp } from '#test/support/test-set-up.ts';
import type { Work } from '../../subject.ts';
import { checkLaunch } from './check.ts';
import { type Facts, judge } from './judge.ts';

const setUp: SetUp = { ...testSetUp };
const running: Running = {
  setUp,
  wordKinds: [],
  postalAddress: undefined,
  renderMail: async () => ({ subject: '', html: '', text: '' }),
  ask: async () => new Response(),
};
const api = await openTestApi({ running });
const staffActor = createStaffActors(api);
const work = { database: api.database, setUp } as Work;
const owner = await staffActor('owner');

const act = createStaffCalls(api);
async function ask<Answer>({ headers }: Actor, name: string, body: object = {}, more = {}) {
  const answer = await act<Answer>({ headers: { ...headers, ...more } }, name, body);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function mayBeFound() {
  const { rows } = await api.database.asService.query<{ may: boolean }>({
    text: 'select private.may_be_found() as may',
  });
  return rows[0]?.may;
}

/** How often every process was told to look again whether the site may be found. */
async function countChanges() {
  let count = 0;
  const stop = await api.database.listen('launch_changed', () => {
    count += 1;
  });
  return { stop, told: () => count };
}

const pointsOf = ({ points }: Launch) =>
  Object.fromEntries(points.map((point) => [point.name, point]));

describe('the launch check', () => {
  it('keeps search engines out until it has run, and while anything is red', async () => {
    expect(await mayBeFound()).toBe(false);
    const changes = await countChanges();
    await ask(owner, 'check-launch', {}, { 'x-forwarded-proto': 'http', host: 'site.test' });
    await api.post.deliver();
    await expect.poll(changes.told).toBeGreaterThan(0);
    await changes.stop();
    const launch = await ask<Launch>(owner, 'read-launch');
    const points = pointsOf(launch);
    expect(points.address).toMatchObject({ state: 'red', found: 'SITE_URL is not set.' });
    expect(points.proxy?.found).toBe('The proxy says that you came by http.');
    expect(points['mail-trial']).toMatchObject({ state: 'unknown' });
    expect(launch).toMatchObject({ isPublic: false, isFound: false, anyway: null });
    expect(await mayBeFound()).toBe(false);
  });

  it('lets them in if an owner gives a reason, until it is withdrawn', async () => {
    const changes = await countChanges();
    await ask(owner, 'launch-anyway', { reason: 'A soft start' });
    expect(await mayBeFound()).toBe(true);
    expect((await ask<Launch>(owner, 'read-launch')).anyway?.reason).toBe('A soft start');
    await ask(owner, 'undo-launch-anyway');
    expect(await mayBeFound()).toBe(false);
    await expect.poll(changes.told).toBe(2);
    await changes.stop();
  });

  it('accepts an owner’s word for what no program can know, which can be withdrawn', async () => {
    await ask(owner, 'confirm-launch-point', { name: 'backups' });
    await ask(owner, 'confirm-launch-point', { name: 'legal-texts' });
    await api.post.deliver();
    const points = pointsOf(await ask<Launch>(owner, 'read-launch'));
    expect(points.backups?.state).toBe('good');
    expect(points['legal-texts']?.state).toBe('good');
    await ask(owner, 'unconfirm-launch-point', { name: 'backups' });
    await api.post.deliver();
    expect(pointsOf(await ask<Launch>(owner, 'read-launch')).backups?.state).toBe('red');
  });

  it('sends an email and reports its fate, which a later check keeps', async () => {
    await ask(owner, 'try-launch-mail');
    expect(await api.post.sentTo(owner.email)).toHaveLength(1);
    await ask(owner, 'check-launch');
    await api.post.deliver();
    const points = pointsOf(await ask<Launch>(owner, 'read-launch'));
    expect(points['mail-trial']?.found).toContain('outbox');
  });
});

it('raises an alarm if backups stop, until there is one again, and none if there never was one', async () => {
  const openAlarms = async (readLastBackup: SetUp['readLastBackup']) => {
    await checkLaunch({ ...work, setUp: { ...setUp, readLastBackup } }, {});
    let open: TakenAlarm[] = [];
    await api.asAdmin(async (client) => {
      const { rows } = await client.query(
        `select kind, about, facts from staff.alarms where kind = 'backup' and over_at is null`,
      );
      open = rows;
    });
    return tellAlarms(open).map(({ title }) => title);
  };
  const ago = (hours: number) => async () => new Date(Date.now() - hours * 3_600_000);
  const since = expect.stringMatching(/^There has been no backup since \d{4}-\d\d-\d\d$/);
  expect(await openAlarms(async () => undefined)).toEqual([]);
  expect(await openAlarms(ago(1))).toEqual([]);
  expect(await openAlarms(ago(49))).toEqual([since]);
  expect(await openAlarms(ago(50))).toEqual([since]);
  expect(await openAlarms(ago(0))).toEqual([]);
  // Nobody knows whether it ever existed: its name may be mistyped.
  expect(await openAlarms(async () => 'no such file')).toEqual([
    'The file that BACKUP_STAMP_FILE names is not there',
  ]);
  expect(await openAlarms(ago(0))).toEqual([]);
});

it('raises an alarm if a site in use loses its mail server or payment service settings', async () => {
  const openAlarms = async (changes: Partial<SetUp>) => {
    await checkLaunch({ ...work, setUp: { ...setUp, isReached: true, ...changes } }, {});
    let open: unknown[] = [];
    await api.asAdmin(async (client) => {
      const { rows } = await client.query(
        `select about, facts from staff.alarms where kind = 'settings' and over_at is null order by about`,
      );
      open = rows;
    });
    return open;
  };
  const lost: Partial<SetUp> = { hasMailServer: false, payments: 'off' };
  const mail = { about: 'mail', facts: {} };
  expect(await openAlarms(lost)).toEqual([mail]);
  const member = await api.actors.signedIn(newEmail());
  await api.database.asService.query({
    text: `insert into public.subscriptions (user_id, customer_id, status, paid_until)
      values ($1, 'cus_lost', 'active', now() + interval '1 day')`,
    values: [member.id],
  });
  expect(await openAlarms(lost)).toEqual([
    mail,
    { about: 'payments', facts: { memberships: expect.any(Number) } },
  ]);
  expect(await openAlarms({ ...lost, isReached: false })).toEqual([]);
  expect(await openAlarms({ hasMailServer: true, payments: 'live' })).toEqual([]);
});

it('raises an alarm if a certificate is not renewed, and changes nothing if it cannot be seen', async () => {
  const day = 86_400_000;
  const openAlarms = async (life: number, left: number | undefined, isReached = true) => {
    const to = new Date(Date.now() + Number(left) * day);
    const certificate = { from: new Date(to.getTime() - life * day), to };
    const readCertificate = async () => (left === undefined ? undefined : certificate);
    const changes = { isReached, isHttps: true, hasMailServer: true, readCertificate };
    await checkLaunch({ ...work, setUp: { ...setUp, ...changes } }, {});
    let open: TakenAlarm[] = [];
    await api.asAdmin(async (client) => {
      const { rows } = await client.query(
        `select kind, about, facts from staff.alarms where kind = 'certificate' and over_at is null`,
      );
      open = rows;
    });
    return tellAlarms(open).map(({ title }) => title);
  };
  const ends = expect.stringMatching(/^The certificate of the site expires on \d{4}-\d\d-\d\d$/);
  expect(await openAlarms(90, 17, false)).toEqual([]);
  expect(await openAlarms(90, 19)).toEqual([]);
  expect(await openAlarms(90, 17)).toEqual([ends]);
  expect(await openAlarms(90, undefined)).toEqual([ends]);
  expect(await openAlarms(6, 2)).toEqual([]);
  expect(await openAlarms(398, 22)).toEqual([]);
  expect(await openAlarms(398, -2)).toEqual([expect.stringContaining(' expired on ')]);
});

describe('what is found', () => {
  const ready: Facts = {
    ...setUp,
    isReached: true,
    siteUrl: 'https://site.example',
    hasAddress: true,
    isHttps: true,
    trustsProxy: true,
    hasMailServer: true,
    mailFrom: 'Us <us@company.com>',
    payments: 'live',
    postalAddress: '1 Street, Town',
    disk: { free: 5e10, total: 1e11 },
    backup: new Date('2026-01-01T02:00:00Z'),
    isBackupBesideData: false,
    demoContent: 0,
    placeholders: [{ name: 'testimonials', isThere: false, found: '' }],
    confirmed: [],
    kept: { 'mail-trial': { state: 'good', found: 'Taken.' } },
    seen: { host: 'site.example', forwardedProto: 'https', forwardedFor: true },
    isRegistered: true,
    faultOfOffer: undefined,
    lastEvent: new Date('2026-01-01T02:00:00Z'),
    waitingEvents: 0,
    prices: { stated: statedAs(49.99), charged: statedAs(49.99) },
    now: new Date('2026-01-01T12:00:00Z'),
  };
  const stateOf = (name: string, change: Partial<Facts>) =>
    judge({ ...ready, ...change }).find((point) => point.name === name)?.state;

  it('is good in every point on a site that is ready', () => {
    expect(judge(ready).filter(({ state }) => state !== 'good')).toEqual([]);
  });

  it('warns that backups on the data disk would be lost with it', () => {
    const found = judge({ ...ready, isBackupBesideData: true }).find(
      ({ name }) => name === 'backups',
    );
    expect(found).toMatchObject({ state: 'good', found: expect.stringContaining('same disk') });
  });

  it.each<[string, Partial<Facts>, string]>([
    ['address', { isHttps: false }, 'red'],
    ['proxy', { seen: { ...ready.seen, host: 'other.example' } }, 'red'],
    ['proxy', { trustsProxy: false }, 'red'],
    ['proxy', { seen: { ...ready.seen, forwardedFor: false } }, 'red'],
    ['proxy', { seen: { host: 'site.example', forwardedFor: true } }, 'unknown'],
    ['proxy', { seen: undefined }, 'unknown'],
    ['mail-server', { hasMailServer: false }, 'red'],
    ['mail-sender', { mailFrom: 'Us <hello@company.example>' }, 'red'],
    // The value in the setting's example.
    ['mail-sender', { mailFrom: 'Us <hello@example.com>' }, 'red'],
    ['mail-sender', { mailFrom: 'hello@mail.example.org' }, 'red'],
    ['mail-trial', { kept: {} }, 'unknown'],
    ['postal-address', { postalAddress: undefined }, 'red'],
    ['payments', { payments: 'test' }, 'red'],
    ['price', { prices: { stated: statedAs(49.99), charged: statedAs(59) } }, 'red'],
    ['price', { prices: { stated: statedAs(49.99), charged: undefined } }, 'unknown'],
    ['price', { faultOfOffer: 'Stripe has no price price_1' }, 'red'],
    // The price read earlier is no longer charged.
    ['price', { payments: 'off' }, 'red'],
    ['webhook', { isRegistered: false }, 'red'],
    ['webhook', { waitingEvents: 2 }, 'red'],
    ['webhook', { isRegistered: undefined, lastEvent: undefined }, 'unknown'],
    ['backups', { backup: new Date('2025-12-20') }, 'red'],
    ['backups', { backup: 'no such file' }, 'red'],
    ['backups', { backup: undefined }, 'red'],
    ['backups', { backup: undefined, confirmed: ['backups'] }, 'good'],
    ['demo-content', { demoContent: 3 }, 'red'],
    ['keys', { missingKeys: ['JWT_KEYS'] }, 'red'],
    ['disk', { disk: { free: 5e8, total: 1e11 } }, 'red'],
    ['disk', { disk: undefined }, 'unknown'],
    ['testimonials', { placeholders: [{ name: 'testimonials', isThere: true, found: '' }] }, 'red'],
  ])('%s with %o is %s', (name, change, state) => {
    expect(stateOf(name, change)).toBe(state);
  });
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
