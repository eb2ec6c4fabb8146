import { z } from 'zod';
import { replyText } from '#domain/message.ts';
import { ApiError } from '../errors.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import { messageFields, parseMessage, refusalOf, writtenMessage } from './message-text.ts';

const bodySchema = z.object({ conversationId: z.uuid(), ...messageFields });

/** Either side writes on in a conversation. A member still needs the membership and the profile. */
export const replyToMessage: ServerFunction = async ({ database }, { request, caller }) => {
  if (caller.role !== 'authenticated') throw new ApiError('no_authorization');
  const { conversationId, clientKey, ...body } = await readBody(request, bodySchema);
  const message = parseMessage(body.message, replyText);
  return database
    .asCaller(caller, async (session) => {
      // As the caller: a member sees the profile only while all that it takes is there.
      const { rowCount: seen } = await session.query({
        text: `select from public.conversations as c
          join public.candidate_profiles as p on p.user_id = c.candidate_id and p.public_profile
          where c.id = $1 and c.member_id = auth.uid()`,
        values: [conversationId],
      });
      const { rows } = await session.query<{ message_id: string; conversation_id: string }>({
        text: 'select * from private.reply_in_conversation($1, $2, $3, $4)',
        values: [conversationId, message, clientKey ?? null, seen > 0],
      });
      return writtenMessage(rows);
    })
    .catch(refusalOf);
};
