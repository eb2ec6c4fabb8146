import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { type Account, findAccount, lockAccount } from '../accounts.ts';
import type { Exchange } from '../context.ts';

/** The person whom the address names by id; one who was deleted softly is there for `anyId` alone. */
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

/** Read again under the account's lock: of two changes at the same moment the second finds what the first has changed. */
export async function findUserLocked(session: Session, exchange: Exchange): Promise<Account> {
  const { id } = await findUser(session, exchange);
  await lockAccount(session, id);
  return findUser(session, exchange);
}
