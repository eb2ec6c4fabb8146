import type { Role } from '#database/database.ts';
import type { Asked, Head } from './asked.ts';
import type { Format } from './media-type.ts';
import { type QueryShape, repeatedIn } from './parse-query.ts';
import type { Preferences } from './preferences.ts';

/**
 * All that a plan may depend on, as plain data. Its text is the plan's key, and the plan is made
 * of nothing but that text: what is left out here can decide nothing for another request.
 */
export type Shape = {
  role: Role;
  action: Asked['action'];
  schema: string;
  target: string;
  isHead: boolean;
  format: Format;
  query: QueryShape;
  /** Missing where there is none; its columns, too, where the address names them. */
  body?: {
    kind: NonNullable<Asked['payload']>['kind'];
    isArray: boolean;
    isUniform: boolean;
    columns?: string[];
    /** Of a form, what it gives several times. */
    repeated?: string[];
  };
  /** Whether the number of rows that a function answers with is to be judged. */
  isJudged: boolean;
} & Pick<Preferences, 'return' | 'count' | 'resolution' | 'missing'>;

/** How many keys are kept for what comes again: for two or three roles, or some shapes of a body. */
export const keptKeys = 4;

/** What plans depend on, but for who asks and the body. */
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
  // No text in JSON holds a line break as such.
  const [role, body = '', plain = '', query = ''] = key.split('\n');
  return {
    role: role as Role,
    body: body === '' ? undefined : JSON.parse(body),
    ...JSON.parse(plain),
    query: JSON.parse(query),
  };
}

/** Keys of a body that the address overrules would make a plan for each whim. */
function bodyShape(
  { kind, isArray, isUniform, columns, args }: NonNullable<Asked['payload']>,
  isOverruled: boolean,
): Shape['body'] {
  const repeated = args && repeatedIn(args);
  if (isOverruled) return { kind, isArray, isUniform: true, repeated };
  return { kind, isArray, isUniform, columns, repeated };
}
