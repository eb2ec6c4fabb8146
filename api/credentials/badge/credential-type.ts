import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { readBody, type ServerFunction } from '../../functions/context.ts';
import { titleOf } from './facts.ts';
import { readType } from './read-types.ts';

const wanted = z.object({
  code: z.string().max(20),
  version: z.number().int().positive().max(32_767),
});

/** The requirements of one version of a credential, for its page. */
export const credentialType: ServerFunction = async ({ database }, { request, caller }) => {
  const found = await readType(database, caller, await readBody(request, wanted));
  if (!found) throw new ApiError('not_found');
  return { ...found, title: titleOf(found.type) };
};
