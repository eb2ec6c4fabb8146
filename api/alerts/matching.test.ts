import { expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { alertRows, postingRows } from '../../bench/parts/alert-rows.ts';
import { matchNews } from './match.ts';

const { asAdmin, database } = await openTestApi();

it('finds everything that searches and profiles ask for, and nothing else', async () => {
  await asAdmin(async (client) => {
    for (const text of [...alertRows(1_500), ...postingRows(60)]) await client.query(text);
  });
  await matchNews(database);
  await asAdmin(async (client) => {
    // Compares every posting with every alert: the slow way that the matching keys avoid.
    const { rows } = await client.query(`
      with postings as materialized (
        select s.*, private.spaced_words(concat_ws(' ', j.title, j.requirements, j.description)) as said
        from private.job_search as s join public.jobs as j on j.id = s.job_id
      ), expected as (
        select distinct k.kind, b.search_id, p.job_id as subject_id
        from postings as p cross join private.search_branches as b join private.kept_searches as k on k.id = b.search_id
        where private.finds_job(b.patterns, b.facets, b.any_facet, b.latitude, b.longitude, b.miles, b.pay, b.types,
            p.words, p.facets, p.latitude, p.longitude, p.pay, p.job_type)
          and (k.kind = 'jobs'
            or exists (select from unnest(private.texts_in(k.conditions, 'skills')) as skill
              where strpos(p.said, ' ' || skill || ' ') > 0)
            or exists (select from unnest(private.texts_in(k.conditions, 'credentials')) as code
              where p.facets @> array['wants ' || code])
            or (b.latitude is not null or b.facets <> '{}') and lower(p.job_type) = any (b.types))
      )
      select (select count(*)::int from expected where kind = 'jobs') as of_searches,
        (select count(*)::int from expected where kind = 'fit') as of_profiles,
        (select count(*)::int from (select search_id, subject_id from expected
          except select search_id, subject_id from private.search_matches) as one) as missing,
        (select count(*)::int from (select search_id, subject_id from private.search_matches
          except select search_id, subject_id from expected) as one) as extra`);
    expect(rows[0]).toMatchObject({ missing: 0, extra: 0 });
    expect(rows[0].of_searches).toBeGreaterThan(500);
    expect(rows[0].of_profiles).toBeGreaterThan(500);
  });
});

/** Makes the database do this work in each round, and nothing else. */
const roundsThat = (work: string) =>
  asAdmin((client) =>
    client.query(`create table if not exists public.rounds (size integer);
      create or replace function private.match_round_of_jobs(most integer) returns integer
        language plpgsql security definer
        as $$ begin ${work} insert into public.rounds values (most); return 0; end $$`),
  );

it('shrinks a round that takes too long, and gives up if the smallest does too', async () => {
  await roundsThat(`if most > 10 then raise 'late' using errcode = 'query_canceled'; end if;`);
  await matchNews(database);
  await asAdmin(async (client) => {
    expect((await client.query('select size from public.rounds')).rows).toEqual([{ size: 7 }]);
  });
  await roundsThat(`raise 'late' using errcode = 'query_canceled';`);
  await expect(matchNews(database)).rejects.toThrow('late');
  await roundsThat(`raise 'broken';`);
  await expect(matchNews(database)).rejects.toThrow('broken');
});
