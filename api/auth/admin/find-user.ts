import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { type Account, findAccount, lockAccount } from '../accounts.ts';
import type { Exchange } from '../context.ts';

/** The person whose id is in the path; softly deleted ones are found only with `anyId`. */
export async function findUser(
  session: Session,
  { params }: Exchange,
  way: 'id' | 'anyId' = 'id',
): Promise<Account> {
  const id = z.guid().safeParse(params.id);
  if (!id.success) {
    throw new ApiError('validation_failed', 'user_id must be an UUID', undefined, { status: 404 });
  }
  const account = await findAccount(session, way, id.data);
  if (!account) throw new ApiError('user_not_found');
  return account;
}

/** Reads again under the account's lock, so that the later of two concurrent changes sees the earlier one. */
export async function findUserLocked(session: Session, exchange: Exchange): Promise<Account> {
  const { id } = await findUser(session, exchange);
  await lockAccount(session, id);
  return findUser(session, exchange);
}
