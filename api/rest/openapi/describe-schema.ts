import type { Role } from '#database/database.ts';
import type { Schema } from '../schema/schema.ts';
import { describedRoutines, routinePath, rowTypes } from './describe-routines.ts';
import {
  describedTables,
  summaryOf,
  tableDefinition,
  tableParameters,
  tablePath,
} from './describe-tables.ts';
import type { Remarks } from './read-remarks.ts';

/**
 * Describes one schema in OpenAPI (Swagger 2.0), in PostgREST's form, limited to a role's grants. It names no host,
 * so that it applies to the one it was fetched from, whatever proxy is in front.
 */
export function describeSchema(schema: Schema, remarks: Remarks, role: Role, place: string) {
  const tables = describedTables(schema, remarks, role, place);
  const routines = describedRoutines(schema, role, place);
  const { summary, description } = summaryOf(remarks.schemas.get(place) ?? null);
  return {
    swagger: '2.0',
    info: {
      title: summary ?? 'Table API',
      description: description ?? 'The tables, views and functions that the caller may use.',
      version: '1.0',
    },
    basePath: '/rest/v1',
    consumes: [...rowTypes, 'text/csv'],
    produces: [...rowTypes, 'text/csv'],
    paths: Object.fromEntries([
      ['/', rootPath],
      ...tables.map((it) => [`/${it.table.name}`, tablePath(it)]),
      ...routines.map((routine) => [`/rpc/${routine.name}`, routinePath(routine, remarks)]),
    ]),
    definitions: Object.fromEntries(
      tables.map((it) => [it.table.name, tableDefinition(schema, role, it)]),
    ),
    parameters: { ...commonParameters, ...Object.fromEntries(tables.flatMap(tableParameters)) },
    externalDocs: {
      description: 'PostgREST Documentation',
      url: 'https://docs.postgrest.org/en/stable/references/api.html',
    },
  };
}

const rootPath = {
  get: {
    summary: 'OpenAPI description (this document)',
    tags: ['Introspection'],
    produces: ['application/openapi+json', 'application/json'],
    responses: { 200: { description: 'OK' } },
  },
};

const returns = ['return=representation', 'return=minimal', 'return=none'];
const resolutions = ['resolution=ignore-duplicates', 'resolution=merge-duplicates'];
const paging = 'Limiting and Pagination';

const commonParameters = {
  preferParams: prefer(),
  preferReturn: prefer(returns),
  preferCount: prefer(['count=none']),
  preferPost: prefer([...returns, ...resolutions]),
  select: text('select', 'query', 'Filtering Columns'),
  on_conflict: text('on_conflict', 'query', 'On Conflict'),
  order: text('order', 'query', 'Ordering'),
  range: text('Range', 'header', paging),
  rangeUnit: { ...text('Range-Unit', 'header', paging), default: 'items' },
  offset: text('offset', 'query', paging),
  limit: text('limit', 'query', paging),
};

function prefer(choices?: string[]) {
  return { ...text('Prefer', 'header', 'Preference'), enum: choices };
}

function text(name: string, place: 'query' | 'header', description: string) {
  return { name, description, required: false, in: place, type: 'string' };
}
