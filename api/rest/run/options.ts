import type { Role } from '#database/database.ts';
import { everyAnswer } from '../every-answer.ts';
import { chooseSchema, profileOf, readTableAddress } from '../parse/read-request.ts';
import { findRoutine } from '../schema/find-routine.ts';
import { findTable } from '../schema/find-table.ts';
import type { Schema, Table } from '../schema/schema.ts';

/** The methods that a path supports. What the caller may do with them is decided elsewhere. */
export function answerOptions(
  schema: Schema,
  role: Role,
  request: Request,
  schemas: readonly string[],
): Response {
  const { target, isCall, query } = readTableAddress(request.url, null);
  const place = chooseSchema(profileOf(request), schemas).schema;
  const allow = isCall
    ? routineMethods(
        findRoutine(schema, role, {
          schema: place,
          name: target,
          given: [...query.args.keys()],
          kind: undefined,
        }),
      )
    : target === ''
      ? 'OPTIONS,GET,HEAD'
      : tableMethods(findTable(schema, role, place, target));
  return new Response(null, { status: 200, headers: { ...everyAnswer, Allow: allow } });
}

function routineMethods({ isVolatile }: { isVolatile: boolean }): string {
  return isVolatile ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST';
}

function tableMethods({ takes, primaryKey }: Table): string {
  return [
    'OPTIONS,GET,HEAD',
    takes.insert && 'POST',
    takes.insert && takes.update && primaryKey.length > 0 && 'PUT',
    takes.update && 'PATCH',
    takes.delete && 'DELETE',
  ]
    .filter(Boolean)
    .join(',');
}
