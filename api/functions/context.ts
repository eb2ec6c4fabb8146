import * as z from 'zod/v4/core';
import type { Caller, Database } from '#database/database.ts';
import type { Queue } from '#database/queue.ts';
import { plainJson } from '#domain/plain-text.ts';
import type { Billing } from '../billing/context.ts';
import { ApiError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { Files } from '../storage/files.ts';

export type Functions = {
  database: Database;
  limits: Limits;
  /** A key that is not in the database. */
  pepper: string;
  queue: Queue<JobTasks>;
  /** Where uploaded pictures lie. */
  files: Files;
  /** Missing where no payment service is set up. */
  billing: Billing | undefined;
  /** Tells of a failure that was answered and that its owner must hear of all the same. */
  reportBug(error: unknown): void;
};

/** A mail about a posting, as the queue keeps it: who and what is read when it is sent. */
export type JobTasks = {
  'job-mail':
    | { kind: 'job-posted'; jobId: string; to: string }
    /** One posting, or all of one poster that end about the same time. */
    | { kind: 'job-ending'; jobIds: string[] }
    // As versions before the merged mail asked for it.
    | { kind: 'job-ending'; jobId: string }
    | { kind: 'job-hidden'; jobId: string; reason: string };
};

export type FunctionCall = { request: Request; caller: Caller; siteUrl: string };

/** What it answers becomes the JSON body. */
export type ServerFunction = (
  functions: Functions,
  call: FunctionCall,
) => Promise<object | undefined>;

/** The schema is of either build of zod: forms share theirs with the browser, which loads the small one. */
export async function readBody<Output>(
  request: Request,
  schema: z.$ZodType<Output>,
): Promise<Output> {
  const text = plainJson(await request.text());
  let body: unknown = {};
  try {
    if (text) body = JSON.parse(text);
  } catch {
    throw new ApiError('bad_json');
  }
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ApiError('invalid_input', `${issue?.path.join('.') || 'body'}: ${issue?.message}`);
}
