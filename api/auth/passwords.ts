import { hash, parseOptions, verify } from '@node-rs/argon2';
import { parseOptions as parseBcrypt, verify as verifyBcrypt } from '@node-rs/bcrypt';
import { ApiError } from '../errors.ts';

export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number };

/** What OWASP's password storage cheat sheet asks of argon2id. */
export const owaspCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Longer ones are refused: nobody types them, and they would only cost work. */
export const longestPassword = 256;

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Does the same work whether there is a hash to compare with or not. */
  verify(stored: string | null | undefined, password: string): Promise<boolean>;
  /** Whether the hash should be made anew: bcrypt from an import, or a cost that has grown since. */
  isOutdated(stored: string): boolean;
};

/** argon2id is the library's default. Both libraries work on the thread pool, never on the main thread. */
export async function createPasswords(cost: PasswordCost = owaspCost): Promise<Passwords> {
  const nobody = await hash(crypto.randomUUID(), cost);
  const prefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  return {
    hash: (password) => hash(password.normalize('NFKC'), cost),
    async verify(stored, password) {
      if (stored?.startsWith('$2')) return verifyBcrypt(password, stored);
      const isRight = await verify(stored || nobody, password.normalize('NFKC'));
      return isRight && Boolean(stored);
    },
    isOutdated: (stored) => !stored.startsWith(prefix),
  };
}

/** Whether a hash from elsewhere is one that `verify` can read. */
export function isPasswordHash(text: string): boolean {
  try {
    if (text.startsWith('$2')) parseBcrypt(text);
    else parseOptions(text);
    return true;
  } catch {
    return false;
  }
}

export function checkStrength(password: string, shortest: number) {
  if (password.length < shortest) {
    throw new ApiError(
      'weak_password',
      `Password should be at least ${shortest} characters.`,
      undefined,
      { reasons: ['length'] },
    );
  }
  if (password.length > longestPassword) {
    throw new ApiError(
      'validation_failed',
      `Password cannot be longer than ${longestPassword} characters`,
    );
  }
}
