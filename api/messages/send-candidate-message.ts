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
  /** The profile, or the person it belongs to. */
  candidateId: z.uuid(),
  ...messageFields,
});

/** Sends a member's message to a candidate. The message and the task for its email are written in one transaction. */
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

/** The profile existed when it was looked up, but the account was deleted before the message was written. */
function isGoneMeanwhile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}
