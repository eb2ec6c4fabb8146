import type { Work } from '../subject.ts';

/** Files that nothing shows, or has, any more: a project removes none with its row. */
export async function removeLostFiles({ database, project }: Pick<Work, 'database' | 'project'>) {
  if (!project) return;
  const { rows } = await database.asService.query<{ bucket: string; name: string }>({
    text: 'select bucket, name from private.lost_files()',
  });
  for (const { bucket, name } of rows) await project.removeFile(bucket, name);
}
