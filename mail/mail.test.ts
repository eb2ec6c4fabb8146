import { globSync, readFileSync } from 'node:fs';
import { render } from '@react-email/render';
import { describe, expect, it, vi } from 'vitest';
import { renderMail } from './mail.ts';
import { plainTextOf } from './plain-text.ts';
import { newsletterEdition } from './templates/newsletter-edition.tsx';

const brand = {
  name: 'Sample Brand',
  email: 'hello@brand.example',
  region: 'Sample Region',
  siteUrl: 'https://brand.example',
};

const letterKinds = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'reauthentication',
  'email_change_current',
  'email_change_new',
] as const;

describe('letters', () => {
  for (const kind of letterKinds) {
    it(`${kind} has its code in both parts, and the brand`, async () => {
      const { subject, html, text } = await renderMail(
        {
          kind,
          to: 'a@people.example',
          link: 'https://brand.example/auth/v1/verify?token=abc&type=x',
          code: '123456',
          linkSeconds: 600,
        },
        brand,
      );
      expect(subject).toContain(brand.name);
      expect(html).toContain('123456');
      expect(text).toContain('123456');
      expect(html).toContain('prefers-color-scheme: dark');
      // The title shows when somebody opens the email in its own window, and is read aloud.
      expect(html).toMatch(/<head>.*<title>[^<]+<\/title>.*<\/head>/s);
      expect(text).toContain('hello@brand.example');
      if (kind !== 'reauthentication') {
        expect(html).toContain('https://brand.example/auth/v1/verify?token=abc&amp;type=x');
        // AUTH_LINK_SECONDS, not the default.
        expect(text).toContain('The link works once, for 10 minutes');
        expect(text).toContain('https://brand.example/auth/v1/verify?token=abc&type=x');
      }
    });
  }
});

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

describe('mails about a job', () => {
  for (const kind of ['job-posted', 'job-ending'] as const) {
    it(`${kind} names the job and its last day, and has its link in both parts`, async () => {
      // A formatter holds 30 KB; thousands of emails in a row would free them only much later.
      const formatter = vi.spyOn(Intl, 'DateTimeFormat');
      const { subject, html, text } = await renderMail(
        {
          kind,
          to: 'a@people.example',
          job: { title: 'محلل <b>', company: 'Clinic', endsAt: '2026-04-01T12:00:00.000Z' },
          page: 'https://brand.example/job/1',
          action: 'https://brand.example/job/renew?token=abc',
        },
        brand,
      );
      expect(formatter).not.toHaveBeenCalled();
      formatter.mockRestore();
      expect(subject).toContain(brand.name);
      expect(html).toContain('dir="auto"');
      expect(html).not.toContain('<b>');
      for (const part of [html, text]) {
        expect(part).toContain('محلل');
        // The job ends at noon UTC, when March 31 is over everywhere.
        expect(part).toContain('March 31, 2026');
        expect(part).toContain('https://brand.example/job/renew?token=abc');
        expect(part).toContain('https://brand.example/job/1');
      }
    });
  }
});

describe('the newsletter', () => {
  it('writes to each of many recipients what an email written for them alone would say', async () => {
    const text = '## News\n\nA **word** & a [link](https://brand.example/?a=1&b=2).';
    const words = { kind: 'newsletter-edition', subject: 'What is < new', text } as const;
    const write = newsletterEdition.write;
    for (const [n, to] of ['a@people.example', `o'n&"<eil>$&@people.example`].entries()) {
      const own = { to, unsubscribeLink: `https://brand.example/leave?token=${n}&x=$1` };
      const html = await render(write({ ...words, ...own, brand }));
      expect(await renderMail({ ...words, ...own }, brand)).toEqual({
        subject: words.subject,
        html,
        text: plainTextOf(html),
      });
    }
    const other = { ...brand, siteUrl: 'https://other.example', postalAddress: '2 Other Street' };
    const own = { to: 'a@people.example', unsubscribeLink: 'https://brand.example/leave' };
    expect((await renderMail({ ...words, ...own }, other)).text).toContain('2 Other Street');
    expect((await renderMail({ ...words, ...own, text: 'Else.' }, other)).text).toContain('Else.');
  });

  it('keeps headings as typed in the plain text, so that an address in one still works', async () => {
    const { text } = await renderMail(
      {
        kind: 'newsletter-edition',
        to: 'a@people.example',
        subject: 'Straße 5 is open',
        text: '## See https://brand.example/News?Id=aB\n\nWords.',
        unsubscribeLink: 'https://brand.example/leave',
      },
      brand,
    );
    expect(text).toContain('Straße 5 is open');
    expect(text).toContain('See https://brand.example/News?Id=aB');
  });

  for (const kind of ['newsletter-confirm', 'newsletter-welcome'] as const) {
    it(`${kind} has its link and the unsubscribe link in both parts`, async () => {
      const { subject, html, text } = await renderMail(
        {
          kind,
          to: 'a@people.example',
          link: 'https://brand.example/newsletter/confirm?token=abc',
          unsubscribeLink: 'https://brand.example/newsletter/unsubscribe?token=def',
        },
        brand,
      );
      expect(subject).toContain(brand.name);
      for (const part of [html, text]) {
        expect(part).toContain('https://brand.example/newsletter/confirm?token=abc');
        expect(part).toContain('https://brand.example/newsletter/unsubscribe?token=def');
        expect(part).toContain('a@people.example');
      }
    });
  }
});

it('a link has our color in light and dark, not the library’s default', async () => {
  const link = 'https://brand.example/x';
  const to = 'a@people.example';
  const job = { title: 'Coder', company: 'Sample', endsAt: '2026-11-26T15:04:00Z' };
  const mails = [
    { kind: 'job-posted', to, job, page: link, action: link },
    { kind: 'new-applications', to, postings: [], link, stopLink: link },
  ] as const;
  for (const mail of mails) {
    const { html } = await renderMail(mail, brand);
    const links = html.match(/<a [^>]*>/g) ?? [];
    expect(links.length).toBeGreaterThan(2);
    for (const each of links) expect(each).toMatch(/class="(link|action)"/);
  }
});

it('nothing follows the link that stops an alert, because email programs would take it for part of the link', async () => {
  const link = (page: string) => `https://brand.example/${page}`;
  const stopLink = link('alerts/stop?token=abc');
  const words = { to: 'a@people.example', total: 0, link: link('jobs'), stopLink, search: 'coder' };
  for (const manageLink of [stopLink, link('alerts')]) {
    const alert = { ...words, manageLink, rhythm: 'daily' } as const;
    for (const mail of [
      { ...alert, kind: 'job-alert', jobs: [] } as const,
      { ...alert, kind: 'people-alert', people: [] } as const,
    ]) {
      expect((await renderMail(mail, brand)).text).toMatch(/stop\?token=abc$/m);
      const { subject } = await renderMail({ ...mail, total: 500, mayBeMore: true }, brand);
      expect(subject).toMatch(/^500 or more new (jobs|candidates) for your alert/);
    }
  }
});

it('an application that goes in the American evening is said to be there until that day, not the next', async () => {
  const mail = {
    kind: 'application-leaving',
    to: 'a@people.example',
    company: 'Clinic',
    names: ['Sam Sample, Coder'],
    leavesAt: '2026-12-26T02:00:00Z',
    action: 'https://brand.example/my-jobs',
  } as const;
  expect((await renderMail(mail, brand)).text).toContain('until December 25, 2026');
});

it('quoted words are set apart from ours in the plain text, too', async () => {
  const text = 'Your account is blocked.\nSign in at evil.example.\n\nCarolina Health AI';
  const mail = {
    kind: 'new-message',
    to: 'a@people.example',
    sender: 'Sam',
    company: null,
    text,
    link: 'https://brand.example/messages/1',
    stopLink: 'https://brand.example/messages/stop-mails?token=t',
  } as const;
  expect((await renderMail(mail, brand)).text).toContain(
    'Sam wrote:\n\n> Your account is blocked.\n> Sign in at evil.example.\n> \n> Carolina Health AI\n\n',
  );
});

it('a long address or name wraps, so that no email gets wider than a phone', async () => {
  const mail = {
    kind: 'job-posted',
    to: 'a@people.example',
    job: { title: 'x'.repeat(100), company: 'Sample', endsAt: '2026-11-26T15:04:00Z' },
    page: 'https://brand.example/x',
    action: 'https://brand.example/x',
  } as const;
  const { html } = await renderMail(mail, brand);
  expect(html).toMatch(/class="card"[^>]*overflow-wrap:anywhere/);
});

it('a name that turns the direction of text turns none of our words behind it in the subject', async () => {
  const mail = {
    kind: 'team-invitation',
    to: 'a@people.example',
    company: 'Mercy \u202Eyrcem\u2067',
    inviter: 'Ada',
    role: 'viewer',
    link: 'https://brand.example/x',
  } as const;
  const { subject } = await renderMail(mail, brand);
  expect(subject).toContain(': Mercy yrcem · Sample Brand');
});

it('no email ends in the words by which filters recognise unwanted ones', () => {
  for (const file of globSync('mail/**/*.tsx')) {
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/\b(end|stop) (these|our) e-?mails/i);
  }
});
