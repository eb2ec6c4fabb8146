import type { Work } from '../subject.ts';

const most = 200;

/** Records erasures beside the backups, so that restoring an older backup erases the same people again. */
export async function keepNewErasures({
  database,
  keepErasures,
}: Pick<Work, 'database' | 'keepErasures'>) {
  if (!keepErasures) return;
  for (;;) {
    const { rows } = await database.asService.query<{ subject: string }>({
      text: 'select subject from private.erasures where kept_at is null order by erased_at limit $1',
      values: [most],
    });
    const subjects = rows.map(({ subject }) => subject);
    await keepErasures(subjects);
    await database.asService.query({
      text: 'update private.erasures set kept_at = now() where subject = any ($1)',
      values: [subjects],
    });
    if (rows.length < most) return;
  }
}
