import { z } from 'zod';
import { loginToContact } from '#domain/messages/message-words.ts';
import { ApiError } from '../errors.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import {
  messageFields,
  parseMessage,
  refusalOf,
  type WrittenMessage,
  writtenMessage,
} from './message-text.ts';

const bodySchema = z.object({
  /** The profile, or the person whose profile it is. */
  candidateId: z.uuid(),
  ...messageFields,
});

/** A member writes to a candidate. The message and the order for its mail are one transaction. */
export const sendCandidateMessage: ServerFunction = async ({ database }, { request, caller }) => {
  if (caller.role !== 'authenticated') throw new ApiError('no_authorization', loginToContact);
  const { candidateId, clientKey, ...body } = await readBody(request, bodySchema);
  const message = parseMessage(body.message);
  return database
    .askAs<WrittenMessage>(caller, {
      name: 'write-to-candidate',
      text: 'select * from private.write_to_candidate($1, $2, $3)',
      values: [candidateId, message, clientKey ?? null],
    })
    .then(writtenMessage, refusalOf)
    .catch((error: unknown) => {
      throw isGoneMeanwhile(error) ? new ApiError('candidate_not_found') : error;
    });
};

/** The profile was there when it was looked for, and its person deleted the account before the message stood. */
function isGoneMeanwhile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}
