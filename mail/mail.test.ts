import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { brand } from '#test/support/mail-brand.ts';
import { renderMail } from './mail.ts';

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

it('a name that turns the direction of text turns none of our words behind it in the subject or the text part', async () => {
  const mail = {
    kind: 'team-invitation',
    to: 'a@people.example',
    company: 'Mercy \u202Eyrcem\u2067',
    inviter: 'Ada',
    role: 'viewer',
    link: 'https://brand.example/x',
  } as const;
  const { subject, text } = await renderMail(mail, brand);
  expect(subject).toContain(': Mercy yrcem · Sample Brand');
  expect(text).toContain('Mercy yrcem');
});

it('no email ends in the words by which filters recognise unwanted ones', () => {
  for (const file of globSync('mail/**/*.tsx')) {
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/\b(end|stop) (these|our) e-?mails/i);
  }
});
