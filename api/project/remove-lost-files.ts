import type { Work } from '../subject.ts';

/** After so many it is the storage that is away, and not a file. */
const mostFailures = 5;

/**
 * Files that nothing shows, or has, any more: a project removes none with its row. One that it does not remove keeps no
 * other, and is asked for again in an hour.
 */
export async function removeLostFiles({ database, project }: Pick<Work, 'database' | 'project'>) {
  if (!project) return;
  const { rows } = await database.asService.query<{ bucket: string; name: string }>({
    text: 'select bucket, name from private.lost_files()',
  });
  const failures: unknown[] = [];
  for (const { bucket, name } of rows) {
    await project.removeFile(bucket, name).catch((error) => failures.push(error));
    if (failures.length === mostFailures) break;
  }
  if (failures.length > 0) throw failures[0];
}
