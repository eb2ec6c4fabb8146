import * as z from 'zod/v4/core';
import type { Caller, Database } from '#database/database.ts';
import { plainJson, withoutNul } from '#domain/text/plain-text.ts';
import type { Billing } from '../billing/context.ts';
import type { ReadTxt } from '../companies/read-txt.ts';
import type { Issuer } from '../credentials/badge/issuer.ts';
import { ApiError } from '../errors.ts';
import type { Limits } from '../limits/limits.ts';
import { parseJson } from '../parse-json.ts';
import type { Project } from '../project/project.ts';
import type { Running } from '../running.ts';
import { firstIssue, sayIssue } from '../say-issue.ts';
import type { Files } from '../storage/files.ts';

export type Functions = {
  database: Database;
  limits: Limits;
  /** A key that is not in the database. */
  pepper: string;
  /** Who signs credentials; missing if this site awards none. */
  credentials: Issuer | undefined;
  /** Where uploaded files are stored. */
  files: Files;
  /** Missing if this process manages accounts and files itself. */
  project?: Project | undefined;
  /** Looks up DNS records. */
  readTxt: ReadTxt;
  /** Missing if no payment service is set up. */
  billing: Billing | undefined;
  /** Address of the script that fills in pages which only some people may see; missing if no pages are served. */
  ownPageScript: string | undefined;
  /** The process around the API; missing if there is none. */
  running: Running | undefined;
  /** Reports a failure that was answered, but that the owner must still hear of. */
  reportBug(error: unknown): void;
};

export type FunctionCall = { request: Request; caller: Caller; siteUrl: string };

/** The returned object becomes the JSON body. */
export type ServerFunction = (
  functions: Functions,
  call: FunctionCall,
) => Promise<object | undefined>;

/** Accepts schemas from either build of zod: forms share theirs with the browser, which loads the small one. */
export async function readBody<Output>(
  request: Request,
  schema: z.$ZodType<Output>,
): Promise<Output> {
  return parseBody(await request.text(), schema);
}

export function parseBody<Output>(given: string, schema: z.$ZodType<Output>): Output {
  const text = withoutNul(plainJson(given));
  let body: unknown = {};
  try {
    if (text) body = parseJson(text);
  } catch {
    throw new ApiError('bad_json');
  }
  const parsed = z.safeParse(schema, body, { error: sayIssue });
  if (parsed.success) return parsed.data;
  throw new ApiError('invalid_input', firstIssue(parsed.error));
}
