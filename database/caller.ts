import type { Statement } from './statement.ts';

/** The three roles that a request can have. SQL decides what each of them may do, not this code. */
export type Role = 'anon' | 'authenticated' | 'service_role';

export type Caller = {
  role: Role;
  claims: Record<string, unknown>;
  request?: { method: string; path: string; headers: Record<string, string> };
};

export type CallOptions = {
  readOnly?: boolean;
  /** For a replica: it must have applied the primary's log up to this position. */
  position?: string;
  /** Whether a function may set the status or headers of the answer, through settings that are cleared first. */
  isHeard?: boolean;
  /** Where names without a schema are looked up first, instead of the usual schemas alone. */
  schema?: string;
};

/** In milliseconds. */
export const statementTimeout: Record<Role, number> = {
  anon: 3_000,
  authenticated: 8_000,
  service_role: 30_000,
};
/** Refuses a person who was blocked after being admitted, and makes a block wait for writes that are running. */
const beginWrite: Statement = {
  text: 'select private.begin_write()',
  name: 'begin write',
  isLasting: true,
};

/** What runs before every query of a caller, in the same transaction. */
export function opening(caller: Caller, options: CallOptions): Statement[] {
  const isWriter = caller.role === 'authenticated' && !options.readOnly;
  const { position } = options;
  return [
    become(caller, options),
    ...(isWriter ? [beginWrite] : []),
    ...(position === undefined ? [] : [{ ...standAt, values: [position] }]),
  ];
}

const standAt: Statement = {
  text: 'select private.stand_at($1)',
  name: 'stand at',
  isLasting: true,
};

/**
 * Settings that last until the end of the transaction, under the names that Supabase uses. No query uses more than one
 * processor: otherwise a fair share of queries would not be a fair share of the machine.
 */
function become(
  { role, claims, request }: Caller,
  { readOnly = false, isHeard = false, schema }: CallOptions,
): Statement {
  return {
    name: `become${isHeard ? ' heard' : ''}${schema === undefined ? '' : ' inside'}`,
    isLasting: true,
    text: `select set_config('role', $1, true),
      set_config('request.jwt.claims', $2, true),
      set_config('request.method', $3, true),
      set_config('request.path', $4, true),
      set_config('request.headers', $5, true),
      set_config('statement_timeout', $6, true),
      set_config('transaction_read_only', $7, true),
      set_config('max_parallel_workers_per_gather', '0', true)${isHeard ? unsaid : ''}${schema === undefined ? '' : inside}`,
    values: [
      role,
      textOf(claims),
      request?.method ?? '',
      request?.path ?? '',
      JSON.stringify(request?.headers ?? {}),
      `${statementTimeout[role]}ms`,
      readOnly ? 'on' : 'off',
      ...(schema === undefined ? [] : [schema]),
    ],
  };
}

/** Clears what an earlier function left on the connection. */
const unsaid = `, set_config('response.status', '', true), set_config('response.headers', '', true)`;

const inside = `, set_config('search_path',
      quote_ident($8) || ', ' || current_setting('search_path'), true)`;

/** Verified claims are frozen and reused for every request with the token, so their text is computed once. */
const textsOfClaims = new WeakMap<object, string>();

function textOf(claims: Caller['claims']): string {
  const known = textsOfClaims.get(claims);
  if (known !== undefined) return known;
  const text = JSON.stringify(claims);
  if (Object.isFrozen(claims)) textsOfClaims.set(claims, text);
  return text;
}
