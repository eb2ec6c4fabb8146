import type { TextRule } from './text-rules.ts';

/* Apart from the schemas, so that a conversation can be read without loading them. */

export const longestMessage = 2000;

/** The first message says what it is about; an answer may be short. */
export const messageTexts = {
  message: { name: 'Message', least: 10, most: longestMessage },
  reply: { name: 'Message', least: 1, most: longestMessage, tooShort: 'Write a message' },
} as const satisfies Record<string, TextRule>;

export const loginToContact = 'You must be logged in to contact candidates';
export const sendFailed = 'Failed to send message';
