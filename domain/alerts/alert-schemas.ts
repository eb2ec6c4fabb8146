// Read in the browser and by the page's own server half: the small build of zod.
import * as z from 'zod/mini';
import { alertSentences, rhythms } from './alerts.ts';

const whole = (least: number, most: number) =>
  z.pipe(
    z.pipe(z.union([z.string(), z.number()]), z.transform(Number)),
    z.int(alertSentences.time).check(z.gte(least), z.lte(most)),
  );

/** When an alert comes. That there is such a time zone, SQL knows. */
export const alertTimesSchema = z.object({
  rhythm: z.enum(rhythms, alertSentences.rhythm),
  weekday: z._default(whole(1, 7), 1),
  hour: whole(0, 23),
  time_zone: z.string().check(z.minLength(1), z.maxLength(60)),
});
