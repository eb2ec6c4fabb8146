import type { Endpoint } from '../context.ts';
import { saveObject } from '../save-object.ts';

/** PUT /object/{bucket}/{name}: new contents for an existing object. */
export const update: Endpoint = async (storage, call) =>
  Response.json(await saveObject(storage, call, 'update'));
