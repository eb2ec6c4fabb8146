import type { Role } from '#database/database.ts';
import type { Payload } from '../parse/payload.ts';
import { refuse } from '../rest-errors.ts';
import { tableId } from '../sql/sql.ts';
import { findSimilar } from './find-similar.ts';
import type { Argument, Routine, Schema } from './schema.ts';

export type Wanted = {
  schema: string;
  name: string;
  /** The names of the arguments. */
  given: readonly string[];
  /** The kind of body, if the function is called by POST. */
  kind: Payload['kind'] | undefined;
};

/** The types that a single argument without a name can have, by the kind of body that it takes whole. */
const wholeTypes: Partial<Record<Payload['kind'], string[]>> = {
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  bytes: ['bytea'],
};

/** Chooses among functions with one name by the names of their arguments. */
export function findRoutine(schema: Schema, role: Role, wanted: Wanted): Routine {
  const overloads = schema.routines.get(tableId(wanted.schema, wanted.name)) ?? [];
  const fitting = overloads.filter((routine) => takesNamed(routine, wanted));
  const found = fitting.length > 0 ? fitting : overloads.filter((it) => takesWhole(it, wanted));
  const [routine, ...others] = found;
  if (!routine) refuseUnknown(schema, role, wanted, overloads);
  if (others.length > 0) refuseToChoose(found);
  return routine;
}

/** Whether the body is the only argument, which has no name. */
function takesWhole(routine: Routine, { kind }: Pick<Wanted, 'kind'>): boolean {
  const only = onlyNameless(routine);
  if (!only || kind === undefined) return false;
  return wholeTypes[kind]?.includes(only.type) ?? false;
}

/** Whether the chosen function gets the body unchanged: JSON also as text or bytes. */
export function isGivenWhole(routine: Routine, wanted: Pick<Wanted, 'kind'>): boolean {
  return takesWhole(routine, wanted) || (wanted.kind === 'json' && !!onlyNameless(routine));
}

function onlyNameless({ args: [only, ...more] }: Routine): Argument | undefined {
  return only?.name === '' && more.length === 0 ? only : undefined;
}

/** An object whose only key is empty names the argument that has no name. */
function takesNamed(routine: Routine, { given, kind }: Wanted): boolean {
  const { args } = routine;
  if (args.length === 0) return given.length === 0 && !isWhole(kind);
  if (given.includes('') && !(kind === 'json' && onlyNameless(routine))) return false;
  return (
    given.every((name) => args.some((argument) => argument.name === name)) &&
    args.every((argument) => !argument.isRequired || given.includes(argument.name))
  );
}

function isWhole(kind: Wanted['kind']): boolean {
  return kind === 'text' || kind === 'xml' || kind === 'bytes';
}

function refuseUnknown(
  schema: Schema,
  role: Role,
  { schema: place, name, given, kind }: Wanted,
  overloads: Routine[],
): never {
  const names = given.toSorted();
  const what = `${place}.${name}`;
  const list = names.length > 0 ? `(${names.join(', ')})` : ' without parameters';
  const parameters =
    names.length > 0
      ? ` with parameter${names.length > 1 ? 's' : ''} ${names.join(', ')}`
      : ' without parameters';
  const sought =
    kind === 'json' ? `${parameters} or with a single unnamed json/jsonb parameter` : parameters;
  refuse('PGRST202', {
    message: `Could not find the function ${what}${isWhole(kind) ? '' : list} in the schema cache`,
    details: `Searched for the function ${what}${
      isWhole(kind) ? ` with a single unnamed ${wholeTypes[kind ?? 'text']?.[0]} parameter` : sought
    }, but no matches were found in the schema cache.`,
    hint: isWhole(kind) ? null : proposal(schema, role, { place, name, names }, overloads),
  });
}

/** Suggests only functions that the caller may call, because even a name can reveal something. */
function proposal(
  schema: Schema,
  role: Role,
  { place, name, names }: { place: string; name: string; names: string[] },
  overloads: Routine[],
): string | null {
  const isKnown = ({ knownTo }: Routine) => knownTo.includes(role);
  const known = overloads.filter(isKnown);
  if (overloads.length > 0) {
    const lists = known.map(({ args }) => listOf(args.map((argument) => argument.name)));
    const similar = findSimilar(lists, listOf(names));
    return similar === undefined
      ? null
      : `Perhaps you meant to call the function ${place}.${name}${similar}`;
  }
  const all = [...schema.routines.values()].flat().filter(isKnown);
  const here = all.filter((routine) => routine.schema === place).map((routine) => routine.name);
  const similar = findSimilar(here, name, 0.75);
  return similar === undefined
    ? null
    : `Perhaps you meant to call the function ${place}.${similar}`;
}

function listOf(names: string[]): string {
  return `(${names.toSorted().join(', ')})`;
}

/** In PostgREST's order: by the number of arguments, then by their names and types. */
function refuseToChoose(found: Routine[]): never {
  const signs = ({ args }: Routine) => args.flatMap(({ name, type }) => [name, type]).join('\0');
  const ordered = found.toSorted(
    (a, b) => a.args.length - b.args.length || (signs(a) < signs(b) ? -1 : 1),
  );
  const list = ordered.map(
    ({ schema, name, args }) =>
      `${schema}.${name}(${args.map((argument) => `${argument.name} => ${argument.type}`).join(', ')})`,
  );
  refuse('PGRST203', {
    message: `Could not choose the best candidate function between: ${list.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  });
}
