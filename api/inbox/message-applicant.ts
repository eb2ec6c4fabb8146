import { z } from 'zod';
import { replyText } from '#domain/messages/message.ts';
import { ApiError, type ErrorCode } from '../errors.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import { messageFields, parseMessage, refusalOf, seenAt } from '../messages/message-text.ts';

const bodySchema = z.object({ applicationId: z.uuid(), seenAt, ...messageFields });

/** About applications, where the errors of a conversation would mention something that does not exist. */
const words: Partial<Record<ErrorCode, string>> = {
  conversation_not_found: 'This application is not one of yours.',
  conversation_closed:
    'You can no longer write to this person: the application was taken back, or one of you has blocked the other.',
};

type Written = { message_id: string | null; conversation_id: string | null };

/**
 * Lets a company answer an applicant without a membership: in a conversation, or by email if the applicant has no
 * account. The message, the email and the state "answered" are written in one transaction.
 */
export const messageApplicant: ServerFunction = async ({ database }, { request, caller }) => {
  if (caller.role !== 'authenticated') throw new ApiError('no_authorization');
  const { applicationId, clientKey, seenAt: seen, ...body } = await readBody(request, bodySchema);
  const message = parseMessage(body.message, replyText);
  const { rows } = await database
    .askAs<Written>(caller, {
      name: 'write-to-applicant',
      text: 'select * from private.write_to_applicant($1, $2, $3, $4)',
      values: [applicationId, message, clientKey ?? null, seen ?? null],
    })
    .catch(refusalOf)
    .catch((error: unknown) => {
      const said = error instanceof ApiError ? words[error.code] : undefined;
      throw error instanceof ApiError && said ? new ApiError(error.code, said) : error;
    });
  return { success: true, conversationId: rows[0]?.conversation_id ?? null };
};
