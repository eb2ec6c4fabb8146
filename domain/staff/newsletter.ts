import * as z from 'zod/mini';
import { visibleText } from '../text/visible-text.ts';

export type NewsletterState = 'draft' | 'sending' | 'stopped' | 'sent';

export type NewsletterRow = {
  id: string;
  subject: string;
  state: NewsletterState;
  changed_at: string;
  /** Sent with `npm run newsletter`: its words are not kept here. */
  is_by_command: boolean;
};

export type NewsletterProgress = {
  state: NewsletterState;
  /** Who confirmed their address, and has not left. */
  receivers: number;
  sent: number;
  refused: number;
  waiting: number;
};

export type Newsletter = {
  id: string;
  subject: string;
  text: string;
  version: number;
  progress: NewsletterProgress;
  /** Why it cannot go out. */
  trouble: string | null;
};

/** The law of the United States (CAN-SPAM) asks for it in every such mail. */
export const noPostalAddress =
  'A newsletter needs the postal address of the company under it: the law of the United States asks for it. An owner writes it under Words, Company.';

export const newsletterSchema = z.object({
  subject: visibleText({
    ...{ name: 'The subject', least: 3, most: 150 },
    tooShort: 'Give it a subject of at least 3 characters',
  }).check(z.regex(/^[^\r\n]*$/, 'A subject is one line')),
  text: visibleText({
    ...{ name: 'The newsletter', least: 1, most: 100_000 },
    tooShort: 'Write something first',
  }),
});
