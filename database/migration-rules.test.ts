import { describe, expect, it } from 'vitest';
import { judge, judgeMigrations } from './migration-rules.ts';

describe('migrations that have not been released yet', () => {
  it('neither lock for long nor break the previous version', () => {
    expect(judgeMigrations()).toEqual([]);
  });

  it('are checked from this number on', () => {
    const file = (name: string) => ({
      name,
      text: 'drop table public.jobs;',
      checksum: '',
      isRepeatable: false,
    });
    expect(judgeMigrations([file('migrations/0127_x.sql'), file('rules/jobs.sql')])).toEqual([]);
    expect(judgeMigrations([file('migrations/0128_x.sql')])).toHaveLength(1);
  });
});

describe('refuses', () => {
  it.each([
    'drop table public.blocks;',
    'alter table public.jobs drop column title',
    'alter table public.jobs drop title',
    'ALTER TABLE ONLY "public"."jobs"\n  RENAME COLUMN title TO name',
    'alter table public.settings rename to options',
    'alter table jobs alter column pay type bigint',
    'alter table public.jobs alter pay set data type bigint',
    'alter table public.blocks add column reason text not null',
    'alter table public.blocks add reason text, add column x int not null',
    'alter table public.jobs alter column place set not null',
    'alter table public.jobs add constraint pay_check check (pay > 0)',
    'alter table public.applications add foreign key (job_id) references public.jobs (id)',
    'create index jobs_place on public.jobs (place)',
    'create unique index if not exists jobs_place on only public.jobs using btree (place)',
    'alter table auth.users add constraint users_name unique (name)',
    'alter table public.jobs add column key uuid default gen_random_uuid()',
    'alter table public.jobs add column words tsvector generated always as (to_tsvector(title)) stored',
    "update public.jobs set place = '' where place is null",
    'delete from only public.messages where body is null',
    'drop function public.board(text)',
    'lock table public.jobs in access exclusive mode',
    'truncate public.jobs',
    '-- may lock or break: because\ndrop table public.blocks;',
  ])('%s', (text) => {
    expect(judge(text)).toHaveLength(1);
  });
});

describe('allows', () => {
  it.each([
    'create table public.things (id uuid primary key, name text not null); create index on public.things (name)',
    'create table public.things (id int); alter table public.things add column x int not null',
    'alter table public.jobs add column place text',
    "alter table public.jobs add column place text not null default ''",
    'alter table public.jobs add constraint x check (pay > 0) not valid',
    'alter table public.jobs validate constraint x',
    'alter table public.jobs drop constraint x',
    'alter table public.jobs alter column pay drop not null',
    'alter table public.jobs alter column pay set default 1',
    'create index concurrently jobs_place on public.jobs (place)',
    'alter table public.jobs add constraint k unique using index jobs_key',
    'create index on private.settings (name)',
    'create or replace function public.x() returns void language sql as $$ drop table public.jobs; $$',
    "comment on table public.jobs is 'drop table public.jobs; update public.jobs set x = 1'",
    '-- may lock or break: nobody has read this column since 1.4\nalter table public.jobs drop column title;',
    'insert into public.jobs (title) values (1)',
    'create policy "x" on public.jobs for select using (true)',
  ])('%s', (text) => {
    expect(judge(text)).toEqual([]);
  });
});
