import { expect, test } from 'vitest';
import { assuranceOf, needsSecondFactor } from './assurance.ts';

const token = (claims: object) =>
  `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;
const session = (aal: string, factors: { status: string; factor_type: string }[]) => ({
  access_token: token({ aal, name: 'Zoë ÿ' }),
  user: { factors },
});

test('a token states its level', () => {
  expect(assuranceOf(token({ aal: 'aal2' }))).toBe('aal2');
  expect(assuranceOf(token({ aal: 'aal1' }))).toBe('aal1');
  expect(assuranceOf(token({}))).toBe('aal1');
  expect(assuranceOf('not a token')).toBe('aal1');
});

test('a verified factor requires the second step until it is done', () => {
  const verified = { status: 'verified', factor_type: 'totp' };
  expect(needsSecondFactor(session('aal1', [verified]))).toBe(true);
  expect(needsSecondFactor(session('aal2', [verified]))).toBe(false);
});

test('an unfinished factor requires nothing, and neither do recovery codes alone', () => {
  expect(needsSecondFactor(session('aal1', []))).toBe(false);
  expect(needsSecondFactor(session('aal1', [{ status: 'unverified', factor_type: 'totp' }]))).toBe(
    false,
  );
  expect(
    needsSecondFactor(session('aal1', [{ status: 'verified', factor_type: 'recovery_code' }])),
  ).toBe(false);
});
