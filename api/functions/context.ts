import type { z } from 'zod';
import type { Caller, Database } from '#database/database.ts';
import { ApiError } from '../errors.ts';

export type Functions = { database: Database };

export type FunctionCall = { request: Request; caller: Caller; siteUrl: string };

/** What it answers becomes the JSON body. */
export type ServerFunction = (
  functions: Functions,
  call: FunctionCall,
) => Promise<object | undefined>;

export async function readBody<Output>(
  request: Request,
  schema: z.ZodType<Output>,
): Promise<Output> {
  const text = await request.text();
  let body: unknown = {};
  try {
    if (text) body = JSON.parse(text);
  } catch {
    throw new ApiError('bad_json');
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ApiError('invalid_input', `${issue?.path.join('.') || 'body'}: ${issue?.message}`);
}
