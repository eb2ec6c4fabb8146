import type { Role } from '#database/database.ts';
import type { Asked, Head } from './asked.ts';
import type { Format } from './media-type.ts';
import { type QueryShape, repeatedIn } from './parse-query.ts';
import type { Preferences } from './preferences.ts';

/**
 * Everything a plan may depend on, as plain data. Its text is the plan's key, and plans are built from nothing but
 * that text, so that whatever is left out here cannot leak into another request's plan.
 */
export type Shape = {
  role: Role;
  action: Asked['action'];
  schema: string;
  target: string;
  isHead: boolean;
  format: Format;
  query: QueryShape;
  /** Missing if there is none; so are its columns if they are named in the URL. */
  body?: {
    kind: NonNullable<Asked['payload']>['kind'];
    isArray: boolean;
    isUniform: boolean;
    columns?: string[];
    /** The fields that a form repeats. */
    repeated?: string[];
  };
  /** Whether the number of rows that a function returns has to be checked. */
  isJudged: boolean;
} & Pick<Preferences, 'return' | 'count' | 'resolution' | 'missing'>;

/** How many keys are cached for a repeated request: for two or three roles, or some shapes of its body. */
export const keptKeys = 4;

/** What plans depend on, except the role and the body. */
export function textOfShape(head: Head): string {
  const { action, schema, target, isHead, format, preferences, query } = head;
  const plain: Omit<Shape, 'role' | 'body' | 'query'> = {
    action,
    schema,
    target,
    isHead,
    format,
    isJudged: action === 'call' && preferences['max-affected'] !== undefined,
    return: preferences.return,
    count: preferences.count,
    resolution: preferences.resolution,
    missing: preferences.missing,
  };
  return `${JSON.stringify(plain)}\n${JSON.stringify(query.shape)}`;
}

/** Two requests with the same key get the same plan, whatever their values are. */
export function planKey({ keyOf, payload, query }: Asked, role: Role): string {
  const body = payload && bodyShape(payload, query.shape.columns !== undefined);
  return keyOf(body ? `${role}\n${JSON.stringify(body)}` : `${role}\n`);
}

export function readKey(key: string): Shape {
  // JSON escapes line breaks, so they can separate the parts.
  const [role, body = '', plain = '', query = ''] = key.split('\n');
  return {
    role: role as Role,
    body: body === '' ? undefined : JSON.parse(body),
    ...JSON.parse(plain),
    query: JSON.parse(query),
  };
}

/** Ignores a body's keys if the URL overrides them, or each variation would create another plan. */
function bodyShape(
  { kind, isArray, isUniform, columns, args }: NonNullable<Asked['payload']>,
  isOverruled: boolean,
): Shape['body'] {
  const repeated = args && repeatedIn(args);
  if (isOverruled) return { kind, isArray, isUniform: true, repeated };
  return { kind, isArray, isUniform, columns, repeated };
}
