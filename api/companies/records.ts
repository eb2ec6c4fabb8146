import { z } from 'zod';
import type { Database } from '#database/database.ts';
import { recordName, recordText } from '#domain/companies/company.ts';
import { requireSession } from '../auth/sessions/require-session.ts';
import { ApiError } from '../errors.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import type { Work } from '../subject.ts';
import { nobodyAnswers, type ReadTxt } from './read-txt.ts';

type CompanyRecord = { domain: string | null; token: string };
type Outcome = 'found' | 'missing' | 'unreachable';

/** Looks up the TXT record of the caller's company now. */
export const checkRecord: ServerFunction = async (functions, { request, caller }) => {
  const { account } = await requireSession(functions, { caller });
  const { company } = await readBody(request, z.object({ company: z.uuid() }));
  await functions.limits.take('companyRecord', account.id);
  const { rows } = await functions.database.askAs<CompanyRecord>(caller, {
    text: 'select domain, token from private.company_record($1)',
    values: [company],
  });
  const [record] = rows;
  if (!record) throw new ApiError('not_found', 'You are not an admin of this company.');
  const { domain, token } = record;
  if (!domain) throw new ApiError('invalid_input', 'company: Save its web address first.');
  const outcome = await lookFor(functions.readTxt, domain, token);
  return { state: await note(functions.database, company, domain, outcome) };
};

/** Checks every proved record once a day. Each is saved separately, so an interruption loses none. */
export async function checkRecords({ database, readTxt = nobodyAnswers }: Work) {
  for (;;) {
    const { rows } = await database.asService.query<CompanyRecord & { company: string }>({
      text: 'select company, domain, token from private.company_records_due()',
    });
    for (const { company, domain, token } of rows) {
      if (!domain) continue;
      await note(database, company, domain, await lookFor(readTxt, domain, token));
    }
    if (rows.length < 200) return;
  }
}

async function lookFor(readTxt: ReadTxt, domain: string, token: string): Promise<Outcome> {
  const texts = await readTxt(recordName(domain));
  if (typeof texts === 'string') return texts;
  return texts.some((text) => text.trim() === recordText(token)) ? 'found' : 'missing';
}

async function note(database: Database, company: string, domain: string, outcome: Outcome) {
  const { rows } = await database.asService.query<{ state: string }>({
    text: 'select private.note_company_record($1, $2, $3) as state',
    values: [company, domain, outcome],
  });
  return rows[0]?.state ?? 'changed';
}
