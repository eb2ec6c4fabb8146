import { z } from 'zod';
import { plainText } from '#domain/text/plain-text.ts';
import { type Account, describeAccount, listAccounts } from '../accounts.ts';
import { check } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { json } from '../respond.ts';
import { requireAdmin } from '../sessions/require-session.ts';
import { findUser } from './find-user.ts';

const count = (name: string, most: number) => {
  const bad = `Bad Pagination Parameters: ${name} must be a number from 1 to ${most}`;
  return z.coerce.number(bad).int(bad).min(1, bad).max(most, bad);
};

const pageSchema = z.object({
  page: count('page', 1_000_000).default(1),
  // Supabase Auth has no maximum, and programs ask for all of their people at once.
  per_page: count('per_page', 10_000).default(50),
  filter: z.string().max(255).transform(plainText).optional(),
  sort: z
    .string()
    .regex(/^created_at( (asc|desc))?$/i, {
      error: ({ input }) =>
        `Bad Sort Parameters: bad sort '${input}', only created_at asc and desc`,
    })
    .optional(),
});

/** GET /admin/users/{id} */
export async function readUser({ database }: Auth, exchange: Exchange): Promise<Response> {
  requireAdmin(exchange);
  return json(describeAccount(await findUser(database.asService, exchange, 'anyId')));
}

/** GET /admin/users?page=&per_page=&filter=&sort= */
export async function listUsers({ database }: Auth, exchange: Exchange): Promise<Response> {
  requireAdmin(exchange);
  const { url } = exchange;
  const given = [...url.searchParams].filter(([, value]) => value !== '');
  const { page, per_page, filter, sort } = check(pageSchema, Object.fromEntries(given));
  const { accounts, total } = await listAccounts(database.asService, {
    offset: (page - 1) * per_page,
    count: per_page,
    filter,
    isOldestFirst: /asc$/i.test(sort ?? ''),
  });
  return json(
    { users: accounts.map((account: Account) => describeAccount(account)), aud: 'authenticated' },
    200,
    {
      'x-total-count': String(total),
      link: linkHeader(url, page, Math.ceil(total / per_page)),
    },
  );
}

function linkHeader(url: URL, page: number, lastPage: number): string {
  // The official client reads the number after the first `=`, so `page` comes first.
  const to = (number: number, rel: string) => {
    const query = new URLSearchParams({ page: String(number) });
    for (const name of ['per_page', 'filter', 'sort']) {
      const value = url.searchParams.get(name);
      if (value) query.set(name, value);
    }
    return `<${url.pathname}?${query}>; rel="${rel}"`;
  };
  return [...(page < lastPage ? [to(page + 1, 'next')] : []), to(lastPage, 'last')].join(', ');
}
