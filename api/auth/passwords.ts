import { hash, parseOptions, verify } from '@node-rs/argon2';
import { parseOptions as parseBcrypt, verify as verifyBcrypt } from '@node-rs/bcrypt';
import type { Client } from '../client.ts';
import { ApiError } from '../errors.ts';
import { isCommonPassword } from './common-passwords.ts';

export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number };

/** OWASP's recommended parameters for argon2id. */
export const owaspCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Longer ones are refused: nobody types them, and hashing them would only cost time. */
const longestPassword = 256;

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes the same time whether or not there is a hash to compare with. */
  verify(stored: string | null | undefined, password: string): Promise<boolean>;
  /** Whether to rehash: an imported bcrypt hash, or one whose cost is now too low. */
  isOutdated(stored: string): boolean;
};

/** argon2id is the library's default. Both libraries work in the thread pool, never on the main thread. */
export function createPasswords(cost: PasswordCost = owaspCost): Passwords {
  const nobody = hash(crypto.randomUUID(), cost);
  const prefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  return {
    hash: (password) => hash(password.normalize('NFKC'), cost),
    async verify(stored, password) {
      if (stored?.startsWith('$2')) return verifyBcrypt(password, stored);
      const isRight = await verify(stored || (await nobody), password.normalize('NFKC'));
      return isRight && Boolean(stored);
    },
    isOutdated: (stored) => !stored.startsWith(prefix),
  };
}

/** Attempts to guess a password that are counted together. */
export function passwordTries(address: string, { counted }: Pick<Client, 'counted'>) {
  return [
    ['passwordOfClient', counted],
    ['passwordOfAddress', address],
  ] as const;
}

/** Whether `verify` can read this imported hash. */
export function isPasswordHash(text: string): boolean {
  try {
    if (text.startsWith('$2')) parseBcrypt(text);
    else parseOptions(text);
    return true;
  } catch {
    return false;
  }
}

export type PasswordRules = {
  passwordMinLength: number;
  /** Whether passwords that very many people use are refused. */
  refusesCommonPasswords: boolean;
};

/** Reports everything that is wrong at once, like Supabase Auth. */
export function checkStrength(password: string, rules: PasswordRules) {
  const { passwordMinLength: shortest, refusesCommonPasswords } = rules;
  const faults: { reason: string; message: string }[] = [];
  if (password.length < shortest) {
    faults.push({
      reason: 'length',
      message: `Password should be at least ${shortest} characters.`,
    });
  }
  if (refusesCommonPasswords && isCommonPassword(password)) {
    faults.push({
      reason: 'pwned',
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
    });
  }
  if (faults.length > 0) {
    const message = faults.map((fault) => fault.message).join(' ');
    const reasons = faults.map((fault) => fault.reason);
    throw new ApiError('weak_password', message, undefined, { reasons });
  }
  if (password.length > longestPassword) {
    throw new ApiError(
      'validation_failed',
      `Password cannot be longer than ${longestPassword} characters`,
    );
  }
}
