import { afterAll, expect, it } from 'vitest';
import { firstBrand } from '#domain/site/brand.ts';
import { startMailServer } from '#test/support/mail-server.ts';
import { withWords } from '../words/scope.ts';
import { createMailer } from './mailer.ts';

const server = await startMailServer();
const open = (from?: string) =>
  createMailer({ smtpUrl: server.url, from, connections: 1 }, { put: async () => {} } as never);
const mailers = [
  open(),
  open('Post <post@company.example>'),
  open('Acme, Inc. <post@company.example>'),
  open('"Acme" <post@company.example>'),
  open(' post@company.example '),
] as const;
afterAll(async () => {
  for (const mailer of mailers) await mailer.close();
  server.stop();
});

it('a mail comes from the company under its current name, unless a setting names the sender', async () => {
  const words = { brand: { ...firstBrand, name: 'Piedmont, "AI"', email: 'us@piedmont.example' } };
  const mail = { to: 'reader@people.test', subject: 'News', html: '<p>News</p>', text: 'News' };
  for (const mailer of mailers) await withWords(words, () => mailer.send(mail));
  await mailers[0].send(mail);
  const senders = server.heard.flatMap((line) => line.match(/^From: (.*)/)?.[1] ?? []);
  expect(senders).toEqual([
    `"Piedmont, \\"AI\\"" <${firstBrand.email}>`,
    'Post <post@company.example>',
    '"Acme, Inc." <post@company.example>',
    'Acme <post@company.example>',
    'post@company.example',
    `${firstBrand.name} <${firstBrand.email}>`,
  ]);
});
