import { type DigestFigures, describeDigest } from '#domain/staff/digest.ts';
import { queue } from '../../queue.ts';
import type { Work } from '../../subject.ts';

/** Every morning, queues a task for each member who wants the digest, so that an email that fails is retried alone. */
export async function addDigests({ database, finish }: Work) {
  await database.asService.transaction(async (session) => {
    const { rows } = await session.query<{ id: string }>({
      text: 'select id from staff.who_hears() where hears_digest',
    });
    for (const { id } of rows) {
      await queue.add(session, 'staff-digest', { person: id }, { key: `staff-digest ${id}` });
    }
    await finish(session);
  });
}

/** Reports the state at the time of sending. If there is nothing to report, no email is sent. */
export async function sendDigest({ database, sendMail }: Work, { person }: { person: string }) {
  const { rows } = await database.asService.query<DigestFigures & { email: string }>({
    text: 'select email, waits, figures from staff.digest_for($1)',
    values: [person],
  });
  const [digest] = rows;
  if (!digest) return;
  const lines = describeDigest(digest);
  if (lines.waits.length + lines.figures.length === 0) return;
  await sendMail({ kind: 'staff-digest', to: digest.email, ...lines });
}
