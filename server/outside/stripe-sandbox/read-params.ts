import type { Call, Fields, Kind } from './facts.ts';
import { refuse } from './refusal.ts';

type Tree = { [name: string]: Tree | string };
type Value = string | number | boolean | Value[] | { [name: string]: Value };
export type Params = { [name: string]: Value };

/** The parameters of a call, parsed as Stripe's API description says. */
export function readParams(call: Call, form: URLSearchParams): Params {
  const params = readFields(toTree(form), call.params, '');
  for (const name of call.required ?? []) {
    if (params[name] === undefined) {
      refuse(400, 'parameter_missing', `Missing required param: ${name}.`, name);
    }
  }
  return params;
}

/** Parses `line_items[0][price]=x` into a tree. */
function toTree(form: URLSearchParams): Tree {
  const root: Tree = Object.create(null);
  for (const [key, value] of form) {
    const path = key.split(/[[\]]+/).filter(Boolean);
    let place = root;
    for (const name of path.slice(0, -1)) {
      const next: Tree | string = place[name] ?? Object.create(null);
      place[name] = next;
      if (typeof next === 'string') return refuse(400, 'parameter_invalid', `Mixed ${key}`, key);
      place = next;
    }
    place[path.at(-1) ?? ''] = value;
  }
  return root;
}

function readFields(tree: Tree, fields: Fields, prefix: string): Params {
  const params: Params = {};
  for (const [name, given] of Object.entries(tree)) {
    const full = prefix ? `${prefix}[${name}]` : name;
    const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!kind) refuse(400, 'parameter_unknown', `Received unknown parameter: ${full}`, full);
    params[name] = readValue(given, kind, full);
  }
  return params;
}

function readValue(given: Tree | string, kind: Kind, name: string): Value {
  if (typeof kind === 'object' && !isWords(kind)) {
    if (typeof given === 'string') refuse(400, 'parameter_invalid', `Invalid ${name}`, name);
    if ('list' in kind) {
      return Object.entries(given).map(([at, each]) =>
        readValue(each, kind.list, `${name}[${at}]`),
      );
    }
    if ('object' in kind) return readFields(given, kind.object, name);
    return Object.fromEntries(
      Object.entries(given).map(([key, each]) => [
        key,
        readValue(each, kind.map, `${name}[${key}]`),
      ]),
    );
  }
  if (typeof given !== 'string') refuse(400, 'parameter_invalid', `Invalid ${name}`, name);
  if (kind === 'integer') {
    if (!/^-?\d+$/.test(given)) {
      refuse(400, 'parameter_invalid_integer', `Invalid integer: ${given}`, name);
    }
    return Number(given);
  }
  if (kind === 'boolean') {
    if (given !== 'true' && given !== 'false') {
      refuse(400, 'parameter_invalid', `Invalid boolean: ${given}`, name);
    }
    return given === 'true';
  }
  if (isWords(kind) && !kind.includes(given)) {
    refuse(400, 'parameter_invalid', `Invalid ${name}: must be one of ${kind.join(', ')}`, name);
  }
  return given;
}

function isWords(kind: Kind): kind is readonly string[] {
  return Array.isArray(kind);
}
