import type { Work } from '../subject.ts';
import type { CompanyTasks } from './tasks.ts';

/** Applies the new company names that are due today. One that is refused does not hold up the others. */
export async function renameCompanies({ database }: Pick<Work, 'database'>) {
  const { rows } = await database.asService.query<{ id: string }>({
    text: 'select id from public.companies where next_name_from <= now() order by next_name_from, id',
  });
  const refusals: unknown[] = [];
  for (const { id } of rows) {
    await database.asService
      .query({ text: 'select private.rename_company($1)', values: [id] })
      .catch((refusal: unknown) => refusals.push(refusal));
  }
  if (refusals.length > 0) {
    throw new AggregateError(
      refusals,
      `${refusals.length} of ${rows.length} kept their former names`,
    );
  }
}

/** Replaces the old spelling of its name wherever that was written. */
export async function respellCompany(
  { database }: Pick<Work, 'database'>,
  { companyId, former }: CompanyTasks['company-spelling'],
) {
  await database.asService.query({
    text: 'select private.respell_company($1, $2)',
    values: [companyId, former],
  });
}

/** Renews proofs by the address of a person whose ban has ended. */
export async function renewProofs({ database }: Pick<Work, 'database'>) {
  await database.asService.query({ text: 'select private.renew_proofs_after_bans()' });
}
