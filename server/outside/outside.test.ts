import { afterAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { cloneDatabase } from '#test/support/engine.ts';
import { startMailServer } from '#test/support/mail-server.ts';
import { createOutboxPages } from '../outbox-pages.ts';
import { createMailer } from './mailer.ts';
import { createOutbox } from './outbox.ts';
import { createSms } from './sms.ts';

const clone = await cloneDatabase(inject('engine'));
const database = openDatabase(clone.login, 2);
const outbox = createOutbox(database);
afterAll(async () => {
  await database.close();
  await clone.drop();
});

const mail = {
  to: 'ada@people.example',
  subject: 'Hello <b>Ada</b>',
  html: '<p>Hello</p>',
  text: 'Hello',
};

describe('without a mail server', () => {
  it('mails and SMS go to the outbox, which this machine may read', async () => {
    await createMailer({ smtpUrl: undefined, from: 'x@site.test' }, outbox).send(mail);
    await createSms(undefined, outbox).send('15551230000', 'Your code is 123456');
    const pages = createOutboxPages(outbox, true);
    const look = (path: string, address = '127.0.0.1', headers: Record<string, string> = {}) => {
      const url = new URL(path, 'http://localhost:3000');
      return pages(new Request(url, { headers }), url, address);
    };
    const list = await (await look('/dev/outbox.json'))?.json();
    expect(list).toMatchObject([
      { channel: 'sms', recipient: '15551230000', text: 'Your code is 123456' },
      { channel: 'mail', recipient: 'ada@people.example', subject: 'Hello <b>Ada</b>' },
    ]);
    const page = (await (await look('/dev/outbox'))?.text()) ?? '';
    expect(page).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;');
    const id = list[1].id;
    expect(await (await look(`/dev/outbox/${id}.html`))?.text()).toBe('<p>Hello</p>');
    expect(await (await look(`/dev/outbox/${id}.txt`))?.text()).toBe('Hello');
    expect((await look('/dev/outbox/999.txt'))?.status).toBe(404);
    expect(await (await look('/dev/outbox.json?to=ada@people.example'))?.json()).toHaveLength(1);
  });

  it('nobody else may, and nobody at all on a public site', async () => {
    const open = createOutboxPages(outbox, true);
    const closed = createOutboxPages(outbox, false);
    const url = new URL('http://localhost:3000/dev/outbox.json');
    const evil = new URL('http://rebound.example/dev/outbox.json');
    expect(await closed(new Request(url), url, '127.0.0.1')).toBeUndefined();
    expect(await open(new Request(url), url, '192.0.2.7')).toBeUndefined();
    expect(await open(new Request(evil), evil, '127.0.0.1')).toBeUndefined();
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      const request = new Request(url, { headers: { [header]: '192.0.2.7' } });
      expect(await open(request, url, '127.0.0.1')).toBeUndefined();
    }
  });
});

describe('with a mail server', () => {
  it('mails go out by SMTP with both parts', async () => {
    const server = await startMailServer();
    const mailer = createMailer({ smtpUrl: server.url, from: 'Site <hello@site.test>' }, outbox);
    await mailer.send(mail);
    await mailer.close();
    server.stop();
    const said = server.heard.join('\n');
    expect(said).toContain('MAIL FROM:<hello@site.test>');
    expect(said).toContain('RCPT TO:<ada@people.example>');
    expect(said).toContain('Content-Type: text/plain');
    expect(said).toContain('Content-Type: text/html');
    expect(said).toMatch(/auto-submitted: auto-generated/i);
  });

  it('an address is one mailbox, whatever address-list syntax it contains', async () => {
    const server = await startMailServer();
    const mailer = createMailer({ smtpUrl: server.url, from: 'hello@site.test' }, outbox);
    for (const to of ['a1,ada@people.example', '<ada@people.example', '(a)ada@people.example']) {
      expect(await mailer.send({ ...mail, to })).toMatchObject({ kind: 'refused' });
    }
    await mailer.close();
    server.stop();
    expect(server.received).toEqual([]);
  });

  it('no mail goes to an address of the demo content', async () => {
    const server = await startMailServer();
    const mailer = createMailer({ smtpUrl: server.url, from: 'hello@site.test' }, outbox);
    for (const to of ['Employer@demo.example', 'sample-7@candidates.example']) {
      expect(await mailer.send({ ...mail, to })).toMatchObject({ kind: 'refused' });
    }
    await mailer.close();
    server.stop();
    expect(server.connections()).toBe(0);
  });

  it('a mail that the server refuses fails, so that the queue tries again', async () => {
    const server = await startMailServer({ forReceiver: () => '451 later' });
    const mailer = createMailer({ smtpUrl: server.url, from: 'hello@site.test' }, outbox);
    await expect(mailer.send(mail)).rejects.toThrow('451');
    await mailer.close();
    server.stop();
  });

  it('a server that refuses without a reason before it has accepted anything may not relay at all', async () => {
    let answer: string | undefined = '550 Invalid recipient: <ada@people.example>';
    const server = await startMailServer({ forReceiver: () => answer });
    const mailer = createMailer({ smtpUrl: server.url, from: 'hello@site.test' }, outbox);
    await expect(mailer.send(mail)).rejects.toThrow('550 Invalid');
    answer = undefined;
    expect(await mailer.send(mail)).toMatchObject({ kind: 'sent' });
    answer = '550 Invalid recipient: <ada@people.example>';
    expect(await mailer.send(mail)).toMatchObject({ kind: 'refused' });
    await mailer.close();
    server.stop();
  });

  it('the password only goes over TLS, unless the server’s URL says otherwise', async () => {
    const server = await startMailServer({ takesPassword: true });
    const own = server.url.replace('//', '//user:secret@');
    const isTold = () => server.heard.some((line) => line.startsWith('AUTH'));
    for (const [smtpUrl, outcome] of [
      [own, false],
      [`${own}/?requireTLS=false`, true],
    ] as const) {
      const mailer = createMailer({ smtpUrl }, outbox);
      const sent = await mailer.send(mail).then(
        () => true,
        () => false,
      );
      expect([sent, isTold()]).toEqual([outcome, outcome]);
      await mailer.close();
    }
    server.stop();
  });

  it('an untrusted certificate is better than no TLS where none is required, and refused otherwise', async () => {
    const server = await startMailServer({ offersTls: true, takesPassword: true });
    for (const [smtpUrl, outcome] of [
      [server.url, true],
      [`${server.url}/?requireTLS=true`, false],
      [server.url.replace('//', '//user:secret@'), false],
      [`${server.url.replace('//', '//user:secret@')}/?tls.rejectUnauthorized=false`, true],
    ] as const) {
      const mailer = createMailer({ smtpUrl }, outbox);
      const sent = await mailer.send(mail).then(
        () => true,
        ({ message }) => message,
      );
      expect(sent).toEqual(outcome || expect.stringMatching(/self-signed/));
      await mailer.close();
    }
    server.stop();
    expect(server.heard).toContain('STARTTLS');
  });
});
