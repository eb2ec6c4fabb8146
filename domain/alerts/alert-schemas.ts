// Used in the browser and by the server half of the page: the small build of zod.
import * as z from 'zod/mini';
import { alertSentences, rhythms } from './alerts.ts';

const whole = (least: number, most: number) =>
  z.pipe(
    z.pipe(z.union([z.string(), z.number()]), z.transform(Number)),
    z.int(alertSentences.time).check(z.gte(least), z.lte(most)),
  );

/** When an alert is sent. SQL checks that the time zone exists. */
export const alertTimesSchema = z.object({
  rhythm: z.enum(rhythms, alertSentences.rhythm),
  weekday: z._default(whole(1, 7), 1),
  hour: whole(0, 23),
  time_zone: z.string().check(z.minLength(1), z.maxLength(60)),
});
