import { z } from 'zod';
import type { Result } from '#database/statement.ts';
import { messageText } from '#domain/messages/message.ts';
import { ApiError, type ErrorCode } from '../errors.ts';
import { moment } from '../moment.ts';

export const messageFields = {
  message: z.string(),
  /** Made once for each message by the browser, so that a retry writes nothing twice. */
  clientKey: z.uuid().optional(),
};

/** When the newest message was written that the writer of this one has read. */
export const seenAt = moment.optional();

/** The form's words, as they stand. */
export function parseMessage(value: string, schema = messageText): string {
  // PostgreSQL cannot keep NUL, and no keyboard writes it.
  const parsed = schema.safeParse(value.replaceAll('\0', ''));
  if (parsed.success) return parsed.data;
  throw new ApiError('invalid_input', parsed.error.issues[0]?.message);
}

export type WrittenMessage = { message_id: string; conversation_id: string };

export function writtenMessage({ rows }: Result<WrittenMessage>) {
  const [row] = rows;
  if (!row) throw new Error('No message was written.');
  return { success: true, messageId: row.message_id, conversationId: row.conversation_id };
}

/** What `private.refuse` says, as this API's error. */
export function refusalOf(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'ZX001') {
    throw new ApiError(error.message as ErrorCode);
  }
  throw error;
}
