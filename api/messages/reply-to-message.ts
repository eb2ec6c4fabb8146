import { z } from 'zod';
import { replyText } from '#domain/messages/message.ts';
import { ApiError } from '../errors.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import {
  messageFields,
  parseMessage,
  refusalOf,
  seenAt,
  type WrittenMessage,
  writtenMessage,
} from './message-text.ts';

const bodySchema = z.object({ conversationId: z.uuid(), seenAt, ...messageFields });

/** Sends a message in a conversation, for either side. Members still need the membership and the profile. */
export const replyToMessage: ServerFunction = async ({ database }, { request, caller }) => {
  if (caller.role !== 'authenticated') throw new ApiError('no_authorization');
  const { conversationId, clientKey, seenAt: seen, ...body } = await readBody(request, bodySchema);
  const message = parseMessage(body.message, replyText);
  return database
    .askAs<WrittenMessage>(caller, {
      name: 'reply-in-conversation',
      text: 'select * from private.reply_in_conversation($1, $2, $3, $4)',
      values: [conversationId, message, clientKey ?? null, seen ?? null],
    })
    .then(writtenMessage, refusalOf);
};
