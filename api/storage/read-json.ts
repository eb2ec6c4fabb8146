import type { z } from 'zod';
import { limitBody } from '../body-limit.ts';
import { StorageError } from './storage-errors.ts';

export async function readJson<Schema extends z.ZodType>(
  incoming: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const request = await limitBody(incoming);
  const parsed = schema.safeParse(await request.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StorageError('InvalidRequest', `${issue?.path.join('.') || 'body'}: ${issue?.message}`);
}
