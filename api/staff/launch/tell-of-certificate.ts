import type { Database } from '#database/database.ts';
import type { SetUp } from '../../running.ts';

/**
 * Automatic renewal happens with a third of the validity left: with less than a fifth it has been failing for a
 * while.
 */
const shareLeft = 0.2;
/** A certificate valid for a year is renewed by hand, for which three weeks are enough. */
const mostNotice = 21 * 86_400_000;

/** A certificate that is not renewed shuts everybody out from one day to the next, while every process is healthy. */
export async function tellOfCertificate(
  database: Database,
  { isReached, isHttps, readCertificate }: SetUp,
  now: Date,
) {
  if (!isReached || !isHttps) return;
  const certificate = await readCertificate();
  // Some routers do not let a site reach itself: then the previous finding stays.
  if (!certificate) return;
  const { from, to } = certificate;
  const left = to.getTime() - now.getTime();
  const isEnding = left < Math.min(shareLeft * (to.getTime() - from.getTime()), mostNotice);
  await database.asService.query(
    isEnding
      ? {
          text: `select staff.note_alarm('certificate', '', $1)`,
          values: [JSON.stringify({ ends: to.toISOString().slice(0, 10) })],
        }
      : { text: `select staff.end_alarm('certificate', '')` },
  );
}
