import type { PageShape } from '../parse/parse-query.ts';
import { refuse } from '../rest-errors.ts';
import type { Level } from '../schema/resolve.ts';
import type { Argument, Routine, Schema } from '../schema/schema.ts';
import { bodySql, csvHeader } from './build-body.ts';
import { buildLevel } from './build-level.ts';
import { pagedSql, rootPage } from './build-page.ts';
import { type ReadOptions, type ReadPlan, rowsSql, totalSql } from './build-read.ts';
import { type Building, nextAlias, startBuilding } from './building.ts';
import { quoteName, tableName } from './sql.ts';

/** Chooses among functions of one name by the names of the arguments. */
export function findRoutine(schema: Schema, name: string, given: string[]): Routine {
  const overloads = schema.routines.get(name) ?? [];
  const fitting = overloads.filter(
    ({ args }) =>
      given.every((argument) => args.some((candidate) => candidate.name === argument)) &&
      args.every((argument) => !argument.isRequired || given.includes(argument.name)),
  );
  const [routine, ...others] = fitting;
  if (!routine) {
    const list = given.length > 0 ? `(${given.join(', ')})` : ' without parameters';
    refuse('PGRST202', {
      message: `Could not find the function public.${name}${list} in the schema cache`,
      details: `Searched for the function public.${name}${given.length > 0 ? ` with parameters ${given.join(', ')}` : list}, but no matches were found in the schema cache.`,
    });
  }
  if (others.length > 0) {
    const list = fitting.map(
      ({ args }) =>
        `public.${name}(${args.map((argument) => `${argument.name} => ${argument.type}`).join(', ')})`,
    );
    refuse('PGRST203', {
      message: `Could not choose the best candidate function between: ${list.join(', ')}`,
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    });
  }
  return routine;
}

export type CallSource = {
  routine: Routine;
  given: string[];
  isFromUrl: boolean;
  /** Whether the rows are to be counted, whatever is shown of them. */
  isJudged: boolean;
};

const affected = ', (select count(*) from called) as affected';

/** A call whose answer is one value, or a list of values. */
export function buildScalarCall(
  source: CallSource,
  page: PageShape,
  { format, isHead, maxRows }: ReadOptions,
): ReadPlan {
  const building = startBuilding(maxRows);
  const { from, call } = callSql(building, source);
  const { routine } = source;
  const all = routine.returnsSet
    ? `select v.v from ${from}${call} as v(v)`
    : `select ${call} as v${from && ` from ${from.replace(/, lateral $/, '')}`}`;
  const value = routine.returnsSet
    ? pagedSql(building, source.isJudged ? 'select v from called' : all, rootPage(page))
    : all;
  const body =
    routine.returnsSet && format.kind === 'array'
      ? `coalesce(json_agg(r.v), '[]')::text`
      : '(json_agg(r.v)->0)::text';
  const shown = isHead || routine.returns.kind === 'void' ? 'null' : body;
  return {
    text: `${source.isJudged ? `with called as materialized (${all}) ` : ''}select ${shown} as body, count(*) as rows${source.isJudged ? affected : ''} from (${value}) as r`,
    readers: building.parameters.readers,
    header: '',
  };
}

/** A call whose answer is a row or rows, which can be filtered and shaped like a table's. */
export function buildRowsCall(
  source: CallSource,
  level: Level,
  page: PageShape,
  options: ReadOptions,
): ReadPlan {
  const { format, isHead, count, maxRows } = options;
  const building = startBuilding(maxRows);
  const alias = nextAlias(building);
  const { from, call } = callSql(building, source);
  const parts = buildLevel(building, level, alias);
  const called = `called as ${alias}`;
  const isOneRow = !source.routine.returnsSet && format.kind === 'array';
  const body = isHead
    ? 'null'
    : bodySql(isOneRow ? { ...format, kind: 'object' } : format, parts.outputs);
  const text = `with called as materialized (select f.* from ${from}${call} as f) select ${body} as body, count(*) as rows${totalSql(
    count,
    parts,
    called,
  )}${source.isJudged ? affected : ''} from (${rowsSql(building, parts, called, page, format)}) as r`;
  return {
    text,
    readers: building.parameters.readers,
    header: format.kind === 'csv' ? csvHeader(parts.outputs) : '',
  };
}

function callSql(building: Building, { routine, given, isFromUrl }: CallSource) {
  const args = routine.args.filter(({ name }) => given.includes(name));
  const name = tableName(routine.name);
  if (args.length === 0) return { from: '', call: `${name}()` };
  if (isFromUrl) {
    const values = args.map((argument) => named(argument, urlArgument(building, argument)));
    return { from: '', call: `${name}(${values.join(', ')})` };
  }
  const record = args.map((argument) => `${quoteName(argument.name)} ${argument.type}`).join(', ');
  const values = args.map((argument) => named(argument, `p.${quoteName(argument.name)}`));
  const body = building.parameters.bind((inputs) => inputs.body);
  return {
    from: `json_to_record(${body}::json) as p(${record}), lateral `,
    call: `${name}(${values.join(', ')})`,
  };
}

function named({ name, isVariadic }: Argument, value: string): string {
  return `${isVariadic ? 'variadic ' : ''}${quoteName(name)} => ${value}`;
}

function urlArgument(building: Building, { name, type }: Argument): string {
  return `${building.parameters.bind(({ args }) => args.get(name))}::${type}`;
}
