import { z } from 'zod';
import type { Database } from '#database/database.ts';
import { readCredentialNumber } from '#domain/credentials/credential-number.ts';
import { requireSession } from '../../auth/sessions/require-session.ts';
import { ApiError } from '../../errors.ts';
import { readBody, type ServerFunction } from '../../functions/context.ts';
import { credentialShape, signCredential } from './credential.ts';
import type { AwardFacts } from './facts.ts';
import type { Issuer } from './issuer.ts';
import { fileKinds, makeFile } from './make-file.ts';
import { typeOfRow } from './read-types.ts';

const wanted = z.object({ number: z.string().max(200), kind: z.enum(fileKinds) });

/** A file of one of the caller's credentials: certificate, badge, or the credential itself. */
export const credentialFile: ServerFunction = async (functions, { request, caller }) => {
  const { database, limits, credentials } = functions;
  const { account } = await requireSession(functions, { caller });
  const { number: given, kind } = await readBody(request, wanted);
  const read = readCredentialNumber(given);
  if (read.kind !== 'number' || !credentials) throw new ApiError('not_found');
  const { rows } = await database.askAs<{ id: string }>(caller, {
    name: 'own-award',
    text: 'select id from register.own_award($1)',
    values: [read.number],
  });
  const [own] = rows;
  if (!own) throw new ApiError('not_found', 'You hold no credential with this number.');
  await limits.take('credentialFile', account.id);
  const { award, state } = await readAward(database, own.id);
  if (state !== 'active') {
    throw new ApiError('not_found', 'A credential that is not valid has no files.');
  }
  const token = await keptToken(database, credentials, own.id, award);
  const { name, type, bytes } = await makeFile(kind, award, token, credentials);
  return { name, type, base64: bytes.toString('base64') };
};

type AwardRow = Parameters<typeof typeOfRow>[0] & {
  number: string;
  name: string;
  awarded_on: string;
  expires_on: string | null;
  issue: number;
  status_list: number;
  status_index: number;
  is_sample: boolean;
  state: string;
};

async function readAward(database: Database, id: string) {
  const { rows } = await database.asService.query<AwardRow>({
    name: 'read-award',
    text: `select a.number, a.name, a.awarded_on::text, a.expires_on::text, a.issue, a.status_list, a.status_index,
        a.is_sample, a.state, t.code as type, t.kind, t.slug, v.name as title, v.description, v.must_show,
        v.hours_from, v.hours_to, v.version
      from register.awards as a
        join register.types as t on t.code = a.type
        join register.type_versions as v on v.type = a.type and v.version = a.version
      where a.id = $1 and a.erased_at is null`,
    values: [id],
  });
  const [row] = rows;
  if (!row) throw new ApiError('not_found');
  const award: AwardFacts = {
    number: row.number,
    issue: row.issue,
    holder: row.name,
    type: typeOfRow(row),
    awardedOn: row.awarded_on,
    expiresOn: row.expires_on ?? undefined,
    status: { list: row.status_list, bit: row.status_index },
    isSample: row.is_sample,
  };
  return { award, state: row.state };
}

/** Signed once for each file, key and format: later requests get the same token, even concurrent ones. */
async function keptToken(
  database: Database,
  issuer: Issuer,
  id: string,
  award: AwardFacts,
): Promise<string> {
  const key = [id, award.issue, `${issuer.signingKey} ${credentialShape}`];
  const find = async () => {
    const { rows } = await database.asService.query<{ jwt: string }>({
      name: 'read-issue',
      text: 'select jwt from register.issues where award_id = $1 and issue = $2 and key_id = $3',
      values: key,
    });
    return rows[0]?.jwt;
  };
  const known = await find();
  if (known) return known;
  const token = await signCredential(issuer, award);
  await database.asService.query({
    name: 'keep-issue',
    text: `insert into register.issues (award_id, issue, key_id, jwt) values ($1, $2, $3, $4)
      on conflict do nothing`,
    values: [...key, token],
  });
  return (await find()) ?? token;
}
