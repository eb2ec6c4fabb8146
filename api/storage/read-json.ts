import type { z } from 'zod';
import { limitBody } from '../body-limit.ts';
import { firstIssue, sayIssue } from '../say-issue.ts';
import { StorageError } from './storage-errors.ts';

export async function readJson<Schema extends z.ZodType>(
  incoming: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const request = await limitBody(incoming);
  const parsed = schema.safeParse(await request.json().catch(() => undefined), { error: sayIssue });
  if (parsed.success) return parsed.data;
  throw new StorageError('InvalidRequest', firstIssue(parsed.error));
}
