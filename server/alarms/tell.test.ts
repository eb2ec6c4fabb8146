import { afterAll, describe, expect, it } from 'vitest';
import type { TakenAlarm } from '#domain/staff/alarms.ts';
import { startMailServer } from '#test/support/mail-server.ts';
import { createMailer } from '../outside/mailer.ts';
import { createTell } from './tell.ts';

let answer = '250 ok';
const server = await startMailServer({ forReceiver: () => answer });
const mailer = createMailer({ smtpUrl: server.url, from: 'a@site.test', connections: 1 }, {
  // None of this goes through the database.
  put: () => Promise.reject(new Error('The outbox was asked.')),
} as never);
afterAll(async () => {
  await mailer.close();
  server.stop();
});

const posted: string[] = [];
let isChatOpen = true;
const logged: object[] = [];
const tell = createTell({
  mailer,
  async postToWebhook(_: string, text: string) {
    if (!isChatOpen) throw new Error('The webhook answered 500.');
    posted.push(text);
  },
  loadMail: () => import('#mail/mail.ts'),
  siteUrl: 'https://site.test',
  postalAddress: undefined,
  logger: { error: (line: object) => logged.push(line), warn: (line: object) => logged.push(line) },
} as never);

const receivers = { addresses: ['owner@people.example'], webhook: 'https://chat.example/secret' };
const report = (about: string): TakenAlarm => ({
  kind: 'report',
  about,
  facts: { reports: 1 },
  isNew: true,
  isOver: false,
});
const queue: TakenAlarm = {
  kind: 'queue',
  about: 'urgent',
  facts: { waiting: 3 },
  isNew: true,
  isOver: false,
};

describe('an alarm is told', () => {
  it('by mail straight to the mail server and in the chat, with what to do', async () => {
    expect(await tell([report('job 1'), report('job 2'), queue], receivers, 'By itself.')).toBe(
      true,
    );
    expect(server.received).toEqual(['owner@people.example']);
    expect(server.heard.join('\n')).toContain('2 things were reported, and 1');
    expect(posted[0]).toContain('2 things were reported\nLook at it');
    expect(posted[0]).toContain('https://site.test/staff');
    expect(posted[0]).toContain('3 tasks of the lane “urgent”');
    expect(posted[0]).toContain('By itself.');
  });

  it('of a kind that only a later version knows, as it is called, with all others', async () => {
    const later = { ...queue, kind: 'later' as TakenAlarm['kind'] };
    expect(await tell([later, queue], receivers)).toBe(true);
    expect(posted.at(-1)).toContain('a later version of the site: later');
    expect(posted.at(-1)).toContain('3 tasks of the lane');
  });

  it('when it is over, without anything to do', async () => {
    await tell([{ ...queue, isNew: false, isOver: true }], receivers);
    expect(posted.at(-1)).toMatch(/Over: The queue is stuck[^\n]*$/);
  });

  it('as long as one way is open, and not when none is', async () => {
    answer = '451 later';
    expect(await tell([queue], receivers)).toBe(true);
    isChatOpen = false;
    expect(await tell([queue], receivers)).toBe(false);
    expect(JSON.stringify(logged)).not.toContain('secret');
  });

  it('in the log alone where nobody hears', async () => {
    expect(await tell([queue], { addresses: [], webhook: null })).toBe(true);
    expect(logged.at(-1)).toMatchObject({
      alarm: expect.stringContaining('The queue is stuck'),
    });
  });
});
