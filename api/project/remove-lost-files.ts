import type { Work } from '../subject.ts';

/** After this many failures the storage is down, and it is not about single files. */
const mostFailures = 5;

/**
 * Removes files that nothing refers to any more, because a project does not remove them with their rows. A file that
 * cannot be removed does not hold up the others, and is tried again in an hour.
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
