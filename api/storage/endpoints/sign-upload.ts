import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../context.ts';
import { requireName } from '../object-name.ts';
import { saveObject } from '../save-object.ts';
import { readUploadSignature, signUpload } from '../signatures.ts';
import { StorageError } from '../storage-errors.ts';
import { rehearse, writeRow } from '../write-row.ts';

/** POST /object/upload/sign/{bucket}/{name}: a URL with which somebody else can upload it. */
export const signUploadAddress: Endpoint = async ({ database, signingKey }, call) => {
  const { bucket, caller, request } = call;
  const name = requireName(call.name);
  const isUpsert = request.headers.get('x-upsert') === 'true';
  const draft = { id: randomUUID(), version: randomUUID() };
  await rehearse(database, caller, (session) =>
    writeRow(session, bucket, name, draft, isUpsert ? 'upsert' : 'insert'),
  );
  const path = `${bucket}/${name}`;
  const token = await signUpload(signingKey, { caller, path, isUpsert });
  return Response.json({ url: `/object/upload/sign/${path}?token=${token}`, token });
};

/** PUT /object/upload/sign/{bucket}/{name}?token=: with the rights that its signer has now. */
export const uploadSigned: Endpoint = async (storage, { request, url, bucket, name }) => {
  const token = url.searchParams.get('token') ?? '';
  const { caller, path, isUpsert } = await readUploadSignature(storage.signingKey, token);
  if (path !== `${bucket}/${name}`) throw new StorageError('InvalidSignature');
  if (caller.claims.sub) await storage.admit(caller.claims);
  const target = { request, caller, bucket, name };
  return Response.json(await saveObject(storage, target, isUpsert ? 'upsert' : 'insert'));
};
