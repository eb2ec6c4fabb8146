import type { Database } from '#database/database.ts';
import type { SetUp } from '../../running.ts';

/** A renewal by itself comes when a third of its life is left: with less than a fifth it has failed for a while. */
const shareLeft = 0.2;
/** One with a life of a year is renewed by hand: three weeks are enough for that. */
const mostNotice = 21 * 86_400_000;

/** A certificate that nothing renews turns everybody away on one day, and every process is well all the while. */
export async function tellOfCertificate(
  database: Database,
  { isReached, isHttps, readCertificate }: SetUp,
  now: Date,
) {
  if (!isReached || !isHttps) return;
  const certificate = await readCertificate();
  // From behind some routers a site cannot see itself: what was known stands.
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
