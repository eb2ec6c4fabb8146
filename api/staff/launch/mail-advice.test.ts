import { expect, it } from 'vitest';
import { withAdvice } from './mail-advice.ts';

it.each([
  ['Invalid login: 535 5.7.8 Error: authentication failed', 'user or the password'],
  ['Missing credentials for "PLAIN"', 'user or the password'],
  ['Mail command failed: 553 5.7.1 <x>: Sender address rejected: not owned by user', 'MAIL_FROM'],
  ['550 5.7.60 SMTP; Client does not have permissions to send as this sender', 'MAIL_FROM'],
  ['connect ECONNREFUSED 192.0.2.1:25', 'Nothing answers'],
  ['getaddrinfo ENOTFOUND mail.example', 'Nothing answers'],
  ['Connection timeout', 'Nothing answers'],
  ['Greeting never received', 'do not belong together'],
  ['0:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number', '465'],
  ['self-signed certificate', 'not one for the name'],
  ["Hostname/IP does not match certificate's altnames: x", 'not one for the name'],
  ['Invalid greeting. response=421 4.3.2 too busy', 'try again later'],
])('%s is said with what to do about it', (said, advice) => {
  const told = withAdvice(said);
  expect(told).toContain(advice);
  expect(told).toMatch(/ Its words: .+$/s);
  expect(told.endsWith(said)).toBe(true);
});

it('an unknown error is shown unchanged', () => {
  expect(withAdvice('550 5.1.1 no such user')).toBe('550 5.1.1 no such user');
});
