import { z } from 'zod';
import { loginToContact } from '#domain/message-words.ts';
import { ApiError } from '../errors.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import { messageFields, parseMessage, refusalOf, writtenMessage } from './message-text.ts';

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
    .asCaller(caller, async (session) => {
      const { rows: members } = await session.query<{ active: boolean; known: boolean }>({
        text: `select private.has_active_membership(auth.uid()) as active,
          private.is_known_employer(auth.uid()) as known`,
      });
      if (!members[0]?.active) throw new ApiError('membership_needed');
      if (!members[0].known) throw new ApiError('employer_unknown');
      // As the caller: who may not see the profile does not learn that there is one.
      const { rows: profiles } = await session.query<{ user_id: string }>({
        text: `select user_id from public.candidate_profiles
          where (id = $1 or user_id = $1) and public_profile and user_id <> auth.uid()`,
        values: [candidateId],
      });
      if (!profiles[0]) throw new ApiError('candidate_not_found');
      const { rows } = await session.query<{ message_id: string; conversation_id: string }>({
        text: 'select * from private.write_to_candidate($1, $2, $3)',
        values: [profiles[0].user_id, message, clientKey ?? null],
      });
      return writtenMessage(rows);
    })
    .catch(refusalOf);
};
