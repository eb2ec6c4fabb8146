import * as z from 'zod/mini';
import { messageTexts } from './message-words.ts';
import { requiredText } from './text-checks.ts';

/** What members write to candidates, and what candidates answer. */
export const messageText = requiredText(messageTexts.message);
export const replyText = requiredText(messageTexts.reply);

export const messageSchema = z.object({ message: messageText });
export const replySchema = z.object({ message: replyText });
