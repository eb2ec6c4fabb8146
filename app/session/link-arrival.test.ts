import { expect, test } from 'vitest';
import { readLinkArrival } from './link-arrival.ts';

const arrive = (address: string) => readLinkArrival(new URL(address, 'https://www.site.example'));

test('a valid link brings a code', () => {
  expect(arrive('/auth/new-password?sb_flow_id=1&code=abc')).toEqual({ kind: 'code' });
});

test('an invitation brings a session, only in the fragment', () => {
  const words = 'access_token=a&refresh_token=b&type=invite';
  expect(arrive(`/auth/new-password#${words}`)).toEqual({
    kind: 'session',
    accessToken: 'a',
    refreshToken: 'b',
  });
  expect(arrive(`/auth/new-password?${words}`)).toEqual({ kind: 'none' });
});

test('an expired link says so in the query or in the fragment', () => {
  const refused = {
    kind: 'refused',
    code: 'otp_expired',
    text: 'Email link is invalid or has expired',
  };
  const words = 'error=access_denied&error_code=otp_expired&error_description=';
  expect(arrive(`/?${words}Email+link+is+invalid+or+has+expired`)).toEqual(refused);
  expect(arrive(`/#${words}Email%20link%20is%20invalid%20or%20has%20expired`)).toEqual(refused);
});

test('a provider that refuses gives none of our codes', () => {
  expect(arrive('/auth?error=access_denied')).toEqual({
    kind: 'refused',
    code: 'access_denied',
    text: '',
  });
});

test('the first half of an address change brings a message', () => {
  expect(arrive('/auth/confirm#message=Please+proceed')).toEqual({
    kind: 'message',
    text: 'Please proceed',
  });
});

test('an ordinary address brings nothing', () => {
  expect(arrive('/auth?tab=sign-up#top')).toEqual({ kind: 'none' });
});
