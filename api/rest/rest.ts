import type { Database } from '#database/database.ts';
import type { Service } from '../api.ts';
import { ApiError } from '../errors.ts';

/** Reads the active jobs, newest first: the one question that the job board asks so far. */
export function createRest({ database }: { database: Database }): Service {
  return async (request, caller) => {
    const url = new URL(request.url);
    if (url.pathname !== '/rest/v1/jobs') throw new ApiError('not_found');
    if (request.method !== 'GET') throw new ApiError('method_not_allowed');
    const known = url.search.match(
      /^\?select=(?:\*|%2A)&is_active=eq\.true&order=created_at\.desc$/,
    );
    if (!known) throw new ApiError('not_supported');
    const { rows } = await database.askAs<{ body: string }>(
      caller,
      {
        name: 'active jobs',
        text: `select coalesce(json_agg(job), '[]')::text as body
          from (select * from public.jobs where is_active order by created_at desc limit 1000) job`,
      },
      { readOnly: true },
    );
    return new Response(rows[0]?.body ?? '[]', {
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
  };
}
