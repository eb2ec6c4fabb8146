import * as z from 'zod/mini';
import type { TextRule } from '../text/text-rules.ts';
import { visibleText } from '../text/visible-text.ts';
import { longestMessage } from './message-words.ts';

/** What members write to candidates, and what candidates reply. */
export const messageTexts = {
  message: { name: 'Message', least: 10, most: longestMessage },
  /** A reply may be short. */
  reply: { name: 'Message', least: 1, most: longestMessage, tooShort: 'Write a message' },
} as const satisfies Record<string, TextRule>;

export const messageText = visibleText(messageTexts.message);
export const replyText = visibleText(messageTexts.reply);

export const messageSchema = z.object({ message: messageText });
export const replySchema = z.object({ message: replyText });
