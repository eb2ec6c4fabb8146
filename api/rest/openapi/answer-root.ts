import type { Database, Role } from '#database/database.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import { answerText } from '../../packing.ts';
import { everyAnswer } from '../every-answer.ts';
import { refuseMediaTypes } from '../parse/media-type.ts';
import { chooseSchema, profileOf } from '../parse/read-request.ts';
import { refuse } from '../rest-errors.ts';
import type { Schema } from '../schema/schema.ts';
import { describeSchema } from './describe-schema.ts';
import { readRemarks } from './read-remarks.ts';

const served = ['application/openapi+json', 'application/json', 'application/*', '*/*'];

export type Root = (request: Request, role: Role) => Promise<Response>;

/** The description at the root: one text for each role and schema, created on first request. */
export function createRoot(database: Database, schema: Schema, schemas: readonly string[]): Root {
  const texts = new Map<string, Promise<string>>();

  function textOf(role: Role, place: string): Promise<string> {
    const key = `${role} ${place}`;
    const known = texts.get(key);
    if (known) return known;
    // Shared by all requests, so it must not end with the first one.
    const made = onBehalfOf(undefined, async () => {
      const remarks = await readRemarks(database, schemas);
      return JSON.stringify(describeSchema(schema, remarks, role, place));
    });
    texts.set(key, made);
    made.catch(() => texts.delete(key));
    return made;
  }

  return async (request, role) => {
    const { method, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      refuse('PGRST117', { message: `Unsupported HTTP method: ${method}` });
    }
    checkAccept(headers.get('accept'));
    const { schema: place, isSchemaTold } = chooseSchema(profileOf(request), schemas);
    const text = await textOf(role, place);
    const answer = {
      status: 200,
      headers: {
        ...everyAnswer,
        'Content-Type': 'application/openapi+json; charset=utf-8',
        ...(isSchemaTold && { 'Content-Profile': place }),
      },
    };
    return answerText(method === 'HEAD' ? null : text, answer, request);
  };
}

function checkAccept(accept: string | null): void {
  if (!accept) return;
  const names = accept.split(',').map((name) => name.trim());
  const types = names.map((name) => name.split(';')[0]?.trim().toLowerCase() ?? '');
  if (!types.some((type) => served.includes(type))) refuseMediaTypes(names);
}
