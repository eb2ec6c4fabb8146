import type { Caller, Database } from '#database/database.ts';

/** Whether a policy looks at the contents, itself or through a function that takes the row. */
export async function asksForContents(database: Database, caller: Caller): Promise<boolean> {
  const { rows } = await database.askAs<{ asks: boolean }>(caller, {
    text: `select exists (
      select from pg_policy where polrelid = 'storage.objects'::regclass
        and concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
          ~ 'metadata|objects\\.\\*') as asks`,
    values: [],
  });
  return rows[0]?.asks === true;
}

/** Whether a policy refused it, by PostgreSQL's error. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42501';
}
