import * as z from 'zod/mini';
import { longestMessage, shortestMessage } from './message-words.ts';
import { lengthOf } from './text-length.ts';

/** What members write to candidates, and what candidates answer. */
export const messageText = z.string('Message must be at least 10 characters').check(
  z.trim(),
  z.refine(
    (value) => lengthOf(value) >= shortestMessage,
    `Message must be at least ${shortestMessage} characters`,
  ),
  z.refine(
    (value) => lengthOf(value) <= longestMessage,
    `Message must be less than ${longestMessage} characters`,
  ),
);

/** An answer may be short. */
export const replyText = z.string('Write a message').check(
  z.trim(),
  z.minLength(1, 'Write a message'),
  z.refine(
    (value) => lengthOf(value) <= longestMessage,
    `Message must be less than ${longestMessage} characters`,
  ),
);

export const replySchema = z.object({ message: replyText });

export const reportSchema = z.object({
  reason: z.string().check(
    z.trim(),
    z.minLength(1, 'Say what is wrong'),
    z.refine((value) => lengthOf(value) <= 1000, 'Use 1000 characters or fewer'),
  ),
});

export const messageSchema = z.object({ message: messageText });
