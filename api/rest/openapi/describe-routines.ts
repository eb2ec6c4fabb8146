import type { Role } from '#database/database.ts';
import type { Argument, Routine, Schema } from '../schema/schema.ts';
import { summaryOf } from './describe-tables.ts';
import type { Remarks } from './read-remarks.ts';
import { formatOf, itemType, swaggerFormat, swaggerType, typeOf } from './swagger-types.ts';

export function describedRoutines({ routines }: Schema, role: Role, place: string): Routine[] {
  return [...routines.values()]
    .flat()
    .filter(({ schema, knownTo }) => schema === place && knownTo.includes(role));
}

export const rowTypes = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
];

export function routinePath({ oid, name, args, isVolatile }: Routine, { routines }: Remarks) {
  const comment = routines.get(oid) ?? null;
  const about = {
    ...summaryOf(comment),
    tags: [`(rpc) ${name}`],
    produces: rowTypes,
    responses: { 200: { description: 'OK' } },
  };
  const required = args.filter(({ isRequired }) => isRequired).map((argument) => argument.name);
  const schema = {
    description: comment ?? undefined,
    required: required.length > 0 ? required : undefined,
    properties: Object.fromEntries(
      args.map((argument) => [argument.name, typeOf(formatOf(argument.type))]),
    ),
    type: 'object',
  };
  const post = {
    ...about,
    parameters: [
      { name: 'args', required: true, in: 'body', schema },
      { $ref: '#/parameters/preferParams' },
    ],
  };
  if (isVolatile) return { post };
  return { get: { ...about, parameters: args.map(queryParameter) }, post };
}

/** A list is passed as one text, `{a,b}`, except for a variadic argument, which is repeated. */
function queryParameter({ name, type, isRequired, isVariadic }: Argument) {
  const format = formatOf(type);
  const start = { name, required: isRequired, in: 'query' };
  if (isVariadic) {
    const items = {
      type: itemType(format) ?? 'string',
      format: swaggerFormat(format.slice(0, -2)),
    };
    return { ...start, type: 'array', collectionFormat: 'multi', items };
  }
  const plain = swaggerType(format);
  const isText = plain === undefined || plain === 'array';
  return { ...start, format: swaggerFormat(format), type: isText ? 'string' : plain };
}
