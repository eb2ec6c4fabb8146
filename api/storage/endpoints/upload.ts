import type { Endpoint } from '../context.ts';
import { saveObject } from '../save-object.ts';

/** POST /object/{bucket}/{name}: a new object; with `x-upsert: true` it may exist. */
export const upload: Endpoint = async (storage, call) => {
  const isUpsert = call.request.headers.get('x-upsert') === 'true';
  return Response.json(await saveObject(storage, call, isUpsert ? 'upsert' : 'insert'));
};
