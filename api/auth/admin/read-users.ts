import { z } from 'zod';
import { type Account, describeAccount, listAccounts } from '../accounts.ts';
import { check } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { json } from '../respond.ts';
import { requireAdmin } from '../sessions/require-session.ts';
import { findUser } from './find-user.ts';

const pageSchema = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(1_000).default(50),
});

/** GET /admin/users/{id} */
export async function readUser({ database }: Auth, exchange: Exchange): Promise<Response> {
  requireAdmin(exchange);
  return json(describeAccount(await findUser(database.asService, exchange)));
}

/** GET /admin/users?page=&per_page= */
export async function listUsers({ database }: Auth, exchange: Exchange): Promise<Response> {
  requireAdmin(exchange);
  const { url } = exchange;
  const given = [...url.searchParams].filter(([, value]) => value !== '');
  const { page, per_page } = check(pageSchema, Object.fromEntries(given));
  const { accounts, total } = await listAccounts(
    database.asService,
    (page - 1) * per_page,
    per_page,
  );
  const lastPage = Math.max(1, Math.ceil(total / per_page));
  return json(
    { users: accounts.map((account: Account) => describeAccount(account)), aud: 'authenticated' },
    200,
    {
      'x-total-count': String(total),
      link: linkHeader(url, page, per_page, lastPage),
    },
  );
}

function linkHeader(url: URL, page: number, perPage: number, lastPage: number): string {
  // The official client reads the number after the first `=`, so the page stands first.
  const to = (number: number, rel: string) =>
    `<${url.pathname}?page=${number}&per_page=${perPage}>; rel="${rel}"`;
  return [...(page < lastPage ? [to(page + 1, 'next')] : []), to(lastPage, 'last')].join(', ');
}
