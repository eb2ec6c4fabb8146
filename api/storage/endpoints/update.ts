import type { Endpoint } from '../context.ts';
import { saveObject } from '../save-object.ts';

/** PUT /object/{bucket}/{name}: another content for an object that is there. */
export const update: Endpoint = async (storage, call) =>
  Response.json(await saveObject(storage, call, 'update'));
