import { describe, expect, it } from 'vitest';
import { isRefusal } from './refusal.ts';

const at = (command: string, response: string) =>
  isRefusal({ command, response, responseCode: Number(response.slice(0, 3)) }, true);

describe('what a mail server says', () => {
  it.each([
    '550 5.1.1 <ada@people.example>: Recipient address rejected: User unknown in local recipient table',
    '550 5.1.1 <sender@relay.example> is nobody',
    '550-5.1.1 The email account that you tried to reach does not exist',
    '552 5.2.2 The mailbox is over quota',
    '552 5.3.4 Message size exceeds fixed limit',
    '554 5.7.1 Spam message rejected',
    '550 Unrouteable address',
  ])('about a receiver or a mail is final: %s', (response) => {
    expect(at('RCPT TO', response)).toBe(true);
    expect(at('DATA', response)).toBe(true);
  });

  it.each([
    '553 5.7.1 <hello@site.test>: Sender address rejected: not owned by user site',
    '550 5.1.8 <hello@site.test>: Sender address rejected: Domain not found',
    '554 5.7.1 <ada@people.example>: Relay access denied',
    '554 5.7.1 <ada@people.example>: Recipient address rejected: Access denied',
    '504 5.5.2 <[127.0.0.1]>: Helo command rejected: need fully-qualified hostname',
    '550 relay not permitted',
    '550 5.7.60 SMTP; Client does not have permissions to send as this sender',
    '554 5.2.252 SendAsDenied; hello@site.test not allowed to send as news@site.test',
    '554 Message rejected: Email address is not verified.',
    '550 The from address does not match a verified Sender Identity',
    '550-5.7.26 Unauthenticated email from site.test is not accepted',
    '550 5.4.5 Daily user sending quota exceeded',
    '550 Domain site.test has exceeded the max emails per hour (120/100)',
    '530 5.7.0 Authentication required',
  ])('about the sender is for the operator to fix: %s', (response) => {
    expect(at('RCPT TO', response)).toBe(false);
    expect(at('DATA', response)).toBe(false);
  });

  it('temporary refusals, refused passwords and anything before the recipient say nothing about the mail', () => {
    expect(at('RCPT TO', '451 4.7.1 Greylisted')).toBe(false);
    expect(at('AUTH PLAIN', '535 5.7.8 Wrong password')).toBe(false);
    expect(at('MAIL FROM', '550 5.1.1 nobody')).toBe(false);
  });
});
