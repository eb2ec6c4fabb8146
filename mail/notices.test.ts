import { describe, expect, it } from 'vitest';
import { brand } from '#test/support/mail-brand.ts';
import { renderMail } from './mail.ts';

describe('notices', () => {
  const noticeKinds = [
    'address-taken',
    'password-changed',
    'account-cleared',
    'email-changed',
    'factor-added',
    'factor-removed',
    'recovery-code-used',
    'passkey-added',
    'passkey-removed',
    'identity-linked',
    'identity-unlinked',
    'new-device',
    'session-replayed',
  ] as const;
  for (const kind of noticeKinds) {
    it(`${kind} says when, from where and what to do`, async () => {
      const { html, text } = await renderMail(
        {
          kind,
          to: 'a@people.example',
          subject: 'totp',
          device: 'Firefox on Linux',
          place: '203.0.113.0/24',
          at: '2026-01-02T03:04:05.000Z',
        },
        brand,
      );
      expect(text).toContain('January 2, 2026');
      expect(text).toContain('Firefox on Linux');
      expect(text).toContain('203.0.113.0/24');
      // A mailbox that no longer belongs to the account gets no link to set a password.
      const isLast = kind === 'email-changed';
      expect(html.includes('Choose a new password')).toBe(!isLast);
      if (isLast) expect(text).toContain(`write to us today, from this mailbox: ${brand.email}`);
    });
  }
});

it('the last one says that the account is gone, when and from where, and whom to write to', async () => {
  const mail = {
    kind: 'account-deleted',
    to: 'a@people.example',
    subject: '',
    device: 'Firefox on Linux',
    place: '203.0.113.0/24',
    at: '2026-01-02T03:04:05.000Z',
  } as const;
  const { html, text } = await renderMail(mail, brand);
  for (const said of ['January 2, 2026', 'Firefox on Linux', '203.0.113.0/24', brand.email]) {
    expect(text).toContain(said);
  }
  expect(html).not.toContain('Choose a new password');
});

it('access that ends in the American evening is promised for that day, not for the next', async () => {
  const mail = {
    kind: 'membership-cancelled',
    to: 'a@people.example',
    isAtEnd: true,
    isOwed: false,
    until: new Date('2026-11-26T02:00:00Z'),
    link: 'https://brand.example/membership',
  } as const;
  const { text } = await renderMail(mail, brand);
  expect(text).toContain('until November 25, 2026');
  expect(text).toContain(brand.email);
});

it('a cancellation by staff promises neither access nor an end of charges that there is not', async () => {
  const say = async (facts: { isAtEnd: boolean; isOwed: boolean }) => {
    const mail = { kind: 'membership-cancelled', to: 'a@people.example', until: null } as const;
    const { text } = await renderMail(
      { ...mail, link: 'https://brand.example/x', ...facts },
      brand,
    );
    return text.replace(/\s+/g, ' ');
  };
  const owed = await say({ isAtEnd: true, isOwed: true });
  expect(owed).toContain('What is owed for this period may still be charged');
  expect(owed).toContain('It no longer gives access.');
  const over = await say({ isAtEnd: false, isOwed: false });
  expect(over).toContain('Nothing more will be charged.');
  expect(over).not.toContain('It will not renew.');
});

it('of 51 postings that end the mail lists fifty, and says that one more does', async () => {
  const job = (count: number) => ({
    title: 'Coder',
    company: 'Clinic',
    endsAt: '2026-11-26T15:04:00Z',
    action: `https://brand.example/${count}`,
  });
  for (const [count, words] of [
    [51, 'Another one is under My jobs.'],
    [52, 'The other 2 are under My jobs.'],
  ] as const) {
    const jobs = Array.from({ length: count }, (_, nth) => job(nth));
    const mail = { kind: 'jobs-ending', to: 'a@people.example', jobs } as const;
    const { text } = await renderMail({ ...mail, action: 'https://brand.example/all' }, brand);
    expect(text).toContain(words);
  }
});

it('a member who changed the membership at the payment service is told so, with time and day', async () => {
  const at = { heardAt: new Date('2026-11-01T15:04:05Z'), until: new Date('2026-11-26T02:00:00Z') };
  const say = async (facts: object) => {
    const link = 'https://brand.example/membership';
    const mail = {
      kind: 'membership-changed',
      to: 'a@people.example',
      link,
      what: 'ends',
    } as const;
    const { subject, text } = await renderMail({ ...mail, ...at, isOwed: false, ...facts }, brand);
    return `${subject} ${text.replace(/\s+/g, ' ')}`;
  };
  const ends = await say({});
  expect(ends).toContain('Your membership will not renew');
  expect(ends).toContain('cancellation on November 1, 2026 at 3:04:05 PM UTC');
  expect(ends).toContain('Nothing more will be charged. You keep your access until November 25');
  expect(await say({ isOwed: true })).toContain(
    'What is owed for this period may still be charged',
  );
  expect(await say({ what: 'ended', until: null })).toContain('Your access has ended with it.');
  const paused = await say({ what: 'ends', until: null });
  expect(paused).toContain('It no longer gives access.');
  expect(paused).toContain('you can keep the membership, under Manage Subscription.');
  const renews = await say({ what: 'renews' });
  expect(renews).toContain('The next charge is on November 26, 2026 at 2:00:00 AM UTC.');
  expect(renews).not.toContain('proof');
});
