-- The words of the site as staff publish them. Decision 89. What a release brings is the first version of each kind
-- and lies in the code; here is what was published since.

-- Versions are never changed and never removed: an undo is a new one with older words.
create table staff.words (
  kind text not null check (kind ~ '^[a-z][a-z-]{1,39}$'),
  version int not null check (version > 0),
  -- Nothing: as the release has it, also as later releases will.
  content jsonb check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 200000),
  -- Of the release's own words, when this was published beside them.
  first_hash text not null check (first_hash ~ '^[0-9a-f]{64}$'),
  effective_from timestamptz not null default now(),
  note text not null default '' check (char_length(note) <= 300),
  published_by uuid,
  published_at timestamptz not null default now(),
  primary key (kind, version)
);

-- One for each kind, for all of staff. It may be unfinished, so only its size is looked at.
create table staff.word_drafts (
  kind text primary key check (kind ~ '^[a-z][a-z-]{1,39}$'),
  content jsonb not null check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 200000),
  -- Whoever saves says which one they read.
  revision int not null default 1,
  -- The version that it was begun from.
  based_on int not null check (based_on >= 0),
  changed_by uuid,
  changed_at timestamptz not null default now()
);

-- Whoever has the address sees the draft on the real page, for half an hour. It changes nothing, so it is in no log.
create table staff.word_previews (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  kind text not null references staff.word_drafts (kind) on delete cascade,
  opened_by uuid not null,
  ends_at timestamptz not null default now() + interval '30 minutes'
);
create index word_previews_kind_idx on staff.word_previews (kind);
create index word_previews_end_idx on staff.word_previews (ends_at);

alter table staff.words enable row level security;
alter table staff.word_drafts enable row level security;
alter table staff.word_previews enable row level security;
revoke all on staff.words, staff.word_drafts, staff.word_previews from anon, authenticated, service_role;
grant select on staff.words, staff.word_drafts to authenticated;
create policy "Staff see what was published" on staff.words for select to authenticated
  using ((select private.has_staff_role('staff')));
create policy "Staff see drafts" on staff.word_drafts for select to authenticated
  using ((select private.has_staff_role('staff')));

create constraint trigger must_be_logged after insert or update or delete on staff.words
  deferrable initially deferred for each row execute function staff.must_be_logged();
create constraint trigger must_be_logged after insert or update or delete on staff.word_drafts
  deferrable initially deferred for each row execute function staff.must_be_logged();

create function staff.keep_published_words() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'what was published stays' using errcode = '42501';
end
$$;
create trigger before_4_keep before update or delete on staff.words
  for each row execute function staff.keep_published_words();
create trigger keep_all before truncate on staff.words
  for each statement execute function staff.keep_published_words();

-- The kinds that staff publish. All others, also those that come later, are for owners: legal texts, prices, sign-up
-- rules, the name of the company.
create function staff.words_of_staff() returns text[]
language sql immutable set search_path = '' as $$
  select array['announcement', 'statistics', 'salaries', 'job-market', 'faq', 'testimonials', 'resources',
    'events', 'membership']
$$;

-- An owner's words are published with the second factor shown again.
create function staff.require_publisher(of_kind text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform staff.require('staff');
  if of_kind = any (staff.words_of_staff()) then return; end if;
  if not private.has_staff_role('owner') then
    raise exception 'owners publish this' using errcode = 'SF418';
  end if;
  perform staff.require_fresh_factor();
end
$$;

create function staff.name_of(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select u.email::text from auth.users as u
    where u.id = person and (select private.has_staff_role('staff'))), 'Somebody who is gone')
$$;

-- One after the other for each kind; whoever saw an older version hears who published since.
create function staff.publish_words(of_kind text, seen int, new_content jsonb, hash_of_first text, from_when timestamptz,
  about text) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  last staff.words;
begin
  perform staff.require_publisher(of_kind);
  perform pg_advisory_xact_lock(hashtextextended('staff.words ' || of_kind, 0));
  select w.* into last from staff.words as w where w.kind = of_kind order by w.version desc limit 1;
  if coalesce(last.version, 0) <> seen then
    raise exception '% published version % meanwhile. Look at it, then decide again.',
      staff.name_of(last.published_by), last.version using errcode = 'SF417';
  end if;
  insert into staff.words (kind, version, content, first_hash, effective_from, note, published_by)
    values (of_kind, seen + 1, new_content, hash_of_first, greatest(from_when, now()), about, auth.uid());
  delete from staff.word_drafts where kind = of_kind;
  return seen + 1;
end
$$;

-- `seen`: the revision that was read; 0 where there was no draft.
create function staff.save_word_draft(of_kind text, seen int, new_content jsonb, base int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  known staff.word_drafts;
  last staff.words;
begin
  perform staff.require('staff');
  perform pg_advisory_xact_lock(hashtextextended('staff.words ' || of_kind, 0));
  select w.* into last from staff.words as w where w.kind = of_kind order by w.version desc limit 1;
  if coalesce(last.version, 0) <> base then
    raise exception '% published version % meanwhile. Look at it, then decide again.',
      staff.name_of(last.published_by), last.version using errcode = 'SF417';
  end if;
  select d.* into known from staff.word_drafts as d where d.kind = of_kind;
  if coalesce(known.revision, 0) <> seen then
    raise exception '% the draft meanwhile. Look at it, then decide again.',
      coalesce(staff.name_of(known.changed_by) || ' changed', 'Somebody removed or published')
      using errcode = 'SF417';
  end if;
  insert into staff.word_drafts as d (kind, content, based_on, changed_by)
    values (of_kind, new_content, base, auth.uid())
    on conflict (kind) do update set content = excluded.content, based_on = excluded.based_on,
      revision = d.revision + 1, changed_by = excluded.changed_by, changed_at = now();
  return seen + 1;
end
$$;

create function staff.remove_word_draft(of_kind text, seen int) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform staff.require('staff');
  delete from staff.word_drafts as d where d.kind = of_kind and d.revision = seen;
  return found;
end
$$;

create function staff.open_word_preview(of_kind text, hash text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform staff.require('staff');
  delete from staff.word_previews where ends_at <= now();
  insert into staff.word_previews (token_hash, kind, opened_by) values (hash, of_kind, auth.uid());
end
$$;

-- What every process shows: of each kind the newest version that counts by now, and in how many seconds the clock
-- brings another.
create function private.words_now() returns table (words jsonb, seconds float8)
language sql stable security definer set search_path = '' as $$
  select (select coalesce(jsonb_object_agg(n.kind, jsonb_build_object('version', n.version, 'content', n.content)), '{}')
      from (select distinct on (w.kind) w.kind, w.version, w.content from staff.words as w
        where w.effective_from <= now() order by w.kind, w.version desc) as n),
    (select extract(epoch from min(w.effective_from) - now())::float8 from staff.words as w
      where w.effective_from > now())
$$;

-- A draft, for whoever has the address, while the member of staff who opened it is one.
create function private.previewed_words(hash text) returns table (kind text, content jsonb)
language sql stable security definer set search_path = '' as $$
  select d.kind, d.content from staff.word_previews as p
    join staff.word_drafts as d on d.kind = p.kind
    join staff.members as m on m.user_id = p.opened_by and staff.rank(m.role) >= staff.rank('staff')
      and m.accepted_at >= m.appointed_at
    join auth.users as u on u.id = m.user_id and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
  where p.token_hash = hash and p.ends_at > now()
$$;

-- Every process hears of it at once.
create function staff.tell_of_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('words_changed', '1');
  return null;
end
$$;
create trigger tell after insert on staff.words for each statement execute function staff.tell_of_words();

grant execute on function staff.words_of_staff(), staff.name_of(uuid),
  staff.publish_words(text, int, jsonb, text, timestamptz, text), staff.save_word_draft(text, int, jsonb, int),
  staff.remove_word_draft(text, int), staff.open_word_preview(text, text) to authenticated;
grant execute on function private.words_now(), private.previewed_words(text) to service_role;

-- What was published, with who did it.
create view staff.word_versions with (security_barrier) as
  select w.kind, w.version, w.content is null as is_first, w.effective_from, w.note, w.published_at,
    staff.name_of(w.published_by) as published_by, w.kind || ' ' || w.version as id
  from staff.words as w where (select private.has_staff_role('staff'));
revoke all on staff.word_versions from anon, authenticated, service_role;
grant select on staff.word_versions to authenticated;
