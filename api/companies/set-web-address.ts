import { z } from 'zod';
import { companyAddress } from '#domain/companies/company-schemas.ts';
import { requireSession } from '../auth/sessions/require-session.ts';
import { ApiError } from '../errors.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import { domainOf } from './domain-of.ts';

const bodySchema = z.object({ company: z.uuid(), web_address: companyAddress });

/**
 * The web address decides which domain a company can prove. SQL has no list of public suffixes, so the server
 * determines the domain and passes on the caller. SQL checks whether that person is an admin.
 */
export const setWebAddress: ServerFunction = async (functions, { request, caller }) => {
  const { account } = await requireSession(functions, { caller });
  const { company, web_address } = await readBody(request, bodySchema);
  await functions.limits.take('companyChange', account.id);
  const { domain, fault } = web_address ? domainOf(web_address) : { domain: null, fault: null };
  const { rows } = await functions.database.asService.query<{ is_done: boolean }>({
    text: 'select private.set_company_address($1, $2, $3, $4, $5) as is_done',
    values: [account.id, company, web_address || null, domain, fault],
  });
  if (!rows[0]?.is_done) throw new ApiError('not_found', 'You are not an admin of this company.');
  return { domain, fault };
};
