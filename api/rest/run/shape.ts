import type { Role } from '#database/database.ts';
import type { Format } from '../parse/media-type.ts';
import { type QueryShape, repeatedIn } from '../parse/parse-query.ts';
import type { Preferences } from '../parse/preferences.ts';
import type { Asked } from '../parse/read-request.ts';

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

/** Two requests with the same key get the same plan, whatever their values are. */
export function planKey(asked: Asked, role: Role): string {
  const { action, schema, target, isHead, format, query, payload, preferences } = asked;
  const rest: Omit<Shape, 'query'> = {
    role,
    action,
    schema,
    target,
    isHead,
    format,
    body: payload && bodyShape(payload, query.shape.columns !== undefined),
    isJudged: action === 'call' && preferences['max-affected'] !== undefined,
    return: preferences.return,
    count: preferences.count,
    resolution: preferences.resolution,
    missing: preferences.missing,
  };
  return `${JSON.stringify(rest)}\n${textOf(query.shape)}`;
}

export function readKey(key: string): Shape {
  // No text in JSON holds a line break as such.
  const [rest = '', query = ''] = key.split('\n');
  return { ...JSON.parse(rest), query: JSON.parse(query) };
}

/** Of an address that comes again the shape is the same object, which nothing changes once it is read. */
const texts = new WeakMap<QueryShape, string>();

function textOf(shape: QueryShape): string {
  const known = texts.get(shape);
  if (known !== undefined) return known;
  const text = JSON.stringify(shape);
  texts.set(shape, text);
  return text;
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
