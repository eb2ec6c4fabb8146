import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { type Account, findAccount } from '../accounts.ts';
import type { Exchange } from '../context.ts';

/** The person whom the address names by id. */
export async function findUser(session: Session, { params }: Exchange): Promise<Account> {
  const id = z.guid().safeParse(params.id);
  if (!id.success) {
    throw new ApiError('validation_failed', 'user_id must be an UUID', undefined, { status: 404 });
  }
  const account = await findAccount(session, 'id', id.data);
  if (!account) throw new ApiError('user_not_found');
  return account;
}
