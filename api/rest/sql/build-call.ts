import type { PageShape } from '../parse/parse-query.ts';
import { refuseVastNumbers } from '../parse/vast-numbers.ts';
import type { Level } from '../schema/resolve.ts';
import type { Argument, Routine } from '../schema/schema.ts';
import { bodySql, csvHeader } from './build-body.ts';
import { buildLevel } from './build-level.ts';
import { pagedSql, rootPage } from './build-page.ts';
import { type ReadOptions, type ReadPlan, rowsSql, totalSql, weighedSql } from './build-read.ts';
import { type Building, nextAlias, startBuilding } from './building.ts';
import { arrayLiteral, quoteName, saidSql } from './sql.ts';
import { whatIsWeighed } from './weigh.ts';
import { withinSize } from './within-size.ts';

export type CallSource = {
  routine: Routine;
  given: readonly string[];
  /** Where the arguments are: texts one by one, JSON by name, or the whole body as a single argument. */
  from: 'texts' | 'object' | 'first object' | 'whole body';
  /** Whether the rows must be counted, however many are shown. */
  isJudged: boolean;
};

const affected = ', (select count(*) from called) as affected';

/** A call that returns one value, or a list of values. */
export function buildScalarCall(
  source: CallSource,
  page: PageShape,
  options: ReadOptions,
): ReadPlan {
  const { format, isHead, count, maxRows, isHeard } = options;
  const building = startBuilding(maxRows);
  const { from, call } = callSql(building, source);
  const { routine, isJudged } = source;
  // Records define their own columns, so no column list may be given here.
  const isRecord = routine.returns.kind === 'scalar' && routine.returns.isRecord;
  const all =
    routine.returnsSet && !isRecord
      ? `select v.v from ${from}${call} as v(v)`
      : `select ${call} as v${from && ` from ${from.replace(/, lateral $/, '')}`}`;
  const isKept = isJudged || (count !== undefined && routine.returnsSet);
  const value = routine.returnsSet
    ? pagedSql(building, isKept ? 'select v from called' : all, rootPage(page))
    : all;
  const total = isKept ? '(select count(*) from called)' : '1';
  const body =
    routine.returnsSet && format.kind === 'array'
      ? `coalesce(json_agg(r.v), '[]')::text`
      : '(json_agg(r.v)->0)::text';
  const isShown = !isHead && routine.returns.kind !== 'void';
  // A function whose value is not needed is only called for rows that are.
  const rows = isShown ? 'count(*)' : 'count(r)';
  const text = `${isKept ? `with called as materialized (${all}) ` : ''}select ${isShown ? body : 'null'} as body, ${rows} as rows${count ? `, ${total} as total` : ''}${isJudged ? affected : ''}${isHeard ? saidSql : ''} from (${value}) as r`;
  return {
    ...bounded(text, isShown, source, options),
    readers: building.parameters.readers,
    header: '',
    isBare: false,
  };
}

/** A call that returns a row or rows, which can be filtered and shaped like a table's. */
export function buildRowsCall(
  source: CallSource,
  level: Level,
  page: PageShape,
  options: ReadOptions,
): ReadPlan {
  const { format, isHead, count, maxRows, isHeard } = options;
  const building = startBuilding(maxRows, maxRows ? whatIsWeighed(level) : undefined);
  const alias = nextAlias(building);
  const { from, call } = callSql(building, source);
  const parts = buildLevel(building, level, alias, [], 'called');
  const all = `select f.* from ${from}${call} as f`;
  // Rows that are read only once need not be materialized.
  const isKept = count !== undefined || source.isJudged;
  const called = `${isKept ? 'called' : `(${all})`} as ${alias}`;
  const isOneRow = !source.routine.returnsSet && format.kind === 'array';
  const body = isHead ? 'null' : bodySql(isOneRow ? { ...format, kind: 'object' } : format, parts);
  const text = `${isKept ? `with called as materialized (${all}) ` : ''}select ${body} as body, count(*) as rows${totalSql(
    count,
    parts,
    called,
  )}${source.isJudged ? affected : ''}${isHeard ? saidSql : ''} from ${isHead ? `(${rowsSql(building, parts, called, page, format)}) as r` : weighedSql(building, parts, called, page, format)}`;
  return {
    ...bounded(text, !isHead, source, options),
    readers: building.parameters.readers,
    header: format.kind === 'csv' ? csvHeader(parts.outputs) : '',
    isBare: false,
  };
}

/** After a call that may have changed something, the response must not be refused. */
function bounded(
  text: string,
  isShown: boolean,
  { routine, isJudged }: CallSource,
  { maxRows, count, isHeard }: ReadOptions,
) {
  const isBounded = maxRows !== undefined && isShown && !routine.isVolatile;
  const others = ['rows', count && 'total', isJudged && 'affected', isHeard && 'said'];
  return { text: isBounded ? withinSize(text, others) : text, isBounded };
}

function callSql(building: Building, { routine, given, from }: CallSource) {
  const { parameters } = building;
  const args = routine.args.filter(({ name }) => given.includes(name));
  if (from === 'whole body') {
    const body = parameters.bind((inputs) => inputs.body);
    return { from: '', call: `${routine.id}(${body}::${routine.args[0]?.type})` };
  }
  if (args.length === 0) return { from: '', call: `${routine.id}()` };
  if (from === 'texts') {
    const values = args.map((argument) => named(argument, urlArgument(building, argument)));
    return { from: '', call: `${routine.id}(${values.join(', ')})` };
  }
  const record = args.map((argument) => `${quoteName(argument.name)} ${argument.type}`).join(', ');
  const values = args.map((argument) => named(argument, `p.${quoteName(argument.name)}`));
  const body = parameters.bind((inputs) => inputs.body);
  const object = from === 'object' ? `${body}::json` : `${body}::json->0`;
  return {
    from: `json_to_record(${object}) as p(${record}), lateral `,
    call: `${routine.id}(${values.join(', ')})`,
  };
}

function named({ name, isVariadic }: Argument, value: string): string {
  return `${isVariadic ? 'variadic ' : ''}${quoteName(name)} => ${value}`;
}

/** The official client sends a list as one text. */
function isWholeList([only, ...more]: readonly string[]): boolean {
  return only !== undefined && more.length === 0 && /^\{.*\}$/s.test(only);
}

/** Every value given for a variadic argument is one item of the list. */
function urlArgument(building: Building, { name, type, base, isVariadic }: Argument): string {
  const bound = building.parameters.bind(({ args }) => {
    const given = args.get(name) ?? [];
    if (base.startsWith('jsonb')) given.forEach(refuseVastNumbers);
    return isVariadic && !isWholeList(given) ? arrayLiteral(given) : given.at(-1);
  });
  return `${bound}::${type}`;
}
