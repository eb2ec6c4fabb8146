import { z } from 'zod';
import type { Caller, Database } from '#database/database.ts';
import type { CheckAnswer, CheckState } from '#domain/credentials/credential-check.ts';
import {
  readCredentialNumber,
  showCredentialNumber,
} from '#domain/credentials/credential-number.ts';
import { site } from '#domain/site/brand.ts';
import * as links from '#domain/site/links.ts';
import { clientOf } from '../../client.ts';
import { ApiError } from '../../errors.ts';
import { readBody, type ServerFunction } from '../../functions/context.ts';
import { titleOf } from './facts.ts';
import { typeOfRow } from './read-types.ts';

const check = z.object({
  number: z.string().max(200),
  /** Which file of the award somebody has; the newest if missing. */
  issue: z.number().int().positive().optional(),
});

/**
 * What anybody can learn about a number: whether the credential is valid, and whose it is. There is no list of
 * numbers.
 */
export const checkCredential: ServerFunction = async (
  { database, limits },
  { request, caller },
) => {
  const { number: given, issue } = await readBody(request, check);
  const read = readCredentialNumber(given);
  if (read.kind !== 'number') throw new ApiError('invalid_input', `number: ${read.kind}`);
  // Malformed numbers are free; well-formed ones count, whether or not they exist.
  await limits.take('check', clientOf(request).counted);
  return askRegister(database, caller, read.number, issue);
};

/** Our public keys and identity: for a page that checks a file without script. */
export const credentialIssuer: ServerFunction = async ({ credentials }) => {
  if (!credentials) throw new ApiError('not_found');
  return { did: credentials.did, keys: credentials.keys };
};

type Row = Parameters<typeof typeOfRow>[0] & {
  state: Exclude<CheckState, 'replaced'>;
  name: string;
  awarded_on: string;
  expires_on: string | null;
  state_since: string | null;
  issue: number;
  is_listed: boolean;
  is_sample: boolean;
  replaced_by: string | null;
};

async function askRegister(
  database: Database,
  caller: Caller,
  number: string,
  issue: number | undefined,
): Promise<CheckAnswer> {
  const { rows } = await database.askAs<Row>(caller, {
    name: 'check-credential',
    text: `select state, name, type, kind, slug, title, description, must_show, hours_from, hours_to, version,
        awarded_on::text, expires_on::text, state_since::text, issue, is_listed, is_sample, replaced_by
      from register.check_credential($1)`,
    values: [number],
  });
  const [row] = rows;
  const shown = {
    number: showCredentialNumber(number),
    issuer: site.name,
    checkedAt: new Date().toISOString(),
  };
  // A file that was never issued cannot have our signature, so its number says nothing about it.
  if (!row || row.state === 'unknown' || (issue !== undefined && issue > row.issue)) {
    return { ...shown, isValid: false, state: 'unknown' };
  }
  const isOld = issue !== undefined && issue < row.issue;
  const type = typeOfRow(row);
  const state = isOld && row.state === 'active' ? 'replaced' : row.state;
  return {
    ...shown,
    isValid: state === 'active',
    state,
    holder: row.name,
    title: titleOf(type),
    type: { ...type, page: links.credentialType(type.code.toLowerCase(), String(type.version)) },
    awardedOn: row.awarded_on,
    expiresOn: row.expires_on ?? undefined,
    stateSince: row.state_since?.slice(0, 10),
    issue: row.issue,
    isListed: row.is_listed,
    isSample: row.is_sample,
    successor: row.replaced_by ? showCredentialNumber(row.replaced_by) : undefined,
  };
}
