import * as z from 'zod/mini';
import { reportReasons } from '../jobs/report-reasons.ts';
import type { TextRule } from '../text/text-rules.ts';
import { textOrNull, visibleText } from '../text/visible-text.ts';

const longest = 1000;
export const reportTexts = {
  note: { name: 'The note', most: longest },
  reason: { name: 'The report', least: 1, most: longest, tooShort: 'Say what is wrong' },
} as const satisfies Record<string, TextRule>;
export const unknownReason = 'Choose a reason';

/** What somebody reports about a job. */
export const jobReportSchema = z.object({
  jobId: z.uuid('Say which job it is about'),
  reason: z.enum(reportReasons, unknownReason),
  note: textOrNull(reportTexts.note),
});

/** The same about a conversation or a profile, only in their own words. */
export const reportInWordsSchema = z.object({ reason: visibleText(reportTexts.reason) });
