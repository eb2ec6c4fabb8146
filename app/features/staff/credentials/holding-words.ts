import type { Holding } from '#domain/staff/credentials.ts';

export const holdingWords = {
  claimed: 'Held in an account',
  asked: 'Waits to be claimed',
  'no address': 'No address given',
  'account gone': 'The account is gone',
  'not me': 'The receiver said “not me”',
} as const satisfies Record<Holding, string>;
