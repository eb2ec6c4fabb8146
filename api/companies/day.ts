import type { Work } from '../subject.ts';

/** Gives companies the names that count from today. */
export async function renameCompanies({ database }: Pick<Work, 'database'>) {
  let renamed: number | undefined;
  do {
    const { rows } = await database.asService.query<{ renamed: number }>({
      text: 'select private.rename_companies() as renamed',
    });
    renamed = rows[0]?.renamed;
  } while (renamed);
}

/** Proofs by the address of somebody whose ban is over. */
export async function renewProofs({ database }: Pick<Work, 'database'>) {
  await database.asService.query({ text: 'select private.renew_proofs_after_bans()' });
}
