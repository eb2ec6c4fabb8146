import { expect, test } from 'vitest';
import {
  changePasswordSchema,
  emailSchema,
  nameSchema,
  newPasswordSchema,
  signUpSchema,
} from './account.ts';
import { type AccountRules, usualRules } from './account-rules.ts';
import { lifeInWords } from './link-life.ts';

const filled = { fullName: 'Maya Torres', email: 'maya@people.example', currentPassword: 'old' };
const schemas = [signUpSchema, newPasswordSchema, changePasswordSchema];

function complaint(schema: (typeof schemas)[number], rules: AccountRules, password: string) {
  const parsed = schema(rules).safeParse({ ...filled, password });
  return parsed.success ? undefined : parsed.error.issues[0]?.message;
}

test('an address is accepted if mail servers accept it', () => {
  const isTaken = (email: string) => emailSchema.safeParse({ email }).success;
  const host = `${'h'.repeat(61)}.`.repeat(3);
  expect(isTaken(` ${'x'.repeat(64)}@people.example `)).toBe(true);
  expect(isTaken(`${'x'.repeat(65)}@people.example`)).toBe(false);
  expect(isTaken(`${'x'.repeat(60)}@${host}example`)).toBe(true);
  expect(isTaken(`${'x'.repeat(61)}@${host}example`)).toBe(false);
});

test.each(['', ' \u00a0', '\u2800', '\u3164\u200b'])(
  'a name has something to see: %j has not',
  (fullName) => {
    const { error } = nameSchema.safeParse({ fullName });
    expect(error?.issues[0]?.message).toBe('Enter your full name');
  },
);

test.each(schemas)('a new password has the length that the operator requires', (schema) => {
  expect(complaint(schema, usualRules, 'x'.repeat(5))).toBe('Use at least 6 characters');
  expect(complaint(schema, usualRules, 'x'.repeat(6))).toBeUndefined();
  const strict = { ...usualRules, shortestPassword: 12 };
  expect(complaint(schema, strict, 'x'.repeat(11))).toBe('Use at least 12 characters');
  expect(complaint(schema, strict, 'x'.repeat(12))).toBeUndefined();
});

test.each([
  [60, 'one minute'],
  [5_400, '90 minutes'],
  [3_600, 'one hour'],
  [86_400, '24 hours'],
])('a link that works for %i seconds works for %s', (seconds, words) => {
  expect(lifeInWords(seconds)).toBe(words);
});
