-- A version of words takes no draft away: going back to an earlier version, or keeping words beside a release, threw away
-- without a word what a colleague had saved. What is published of a draft is removed with it, by name.
create or replace function staff.publish_words(of_kind text, seen integer, new_content jsonb, hash_of_first text,
  from_when timestamptz, about text) returns integer
language plpgsql security definer set search_path = '' as $$
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
  return seen + 1;
end
$$;

-- A draft begins with a number of its own: whoever looks at one that was removed meanwhile would publish the next one, which has
-- the same number and which they never saw.
create or replace function staff.save_word_draft(of_kind text, seen integer, new_content jsonb, base integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  known staff.word_drafts;
  last staff.words;
  saved integer;
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
  insert into staff.word_drafts as d (kind, content, based_on, revision, changed_by)
    values (of_kind, new_content, base, 1 + floor(random() * 1000000000)::int, auth.uid())
    on conflict (kind) do update set content = excluded.content, based_on = excluded.based_on,
      revision = d.revision + 1, changed_by = excluded.changed_by, changed_at = now()
    returning d.revision into saved;
  return saved;
end
$$;

-- What is revoked is so for good: nobody is sent it, and no name on it is corrected.
create or replace function register.readdress(wanted text, address text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  it register.awards := register.held(wanted);
  after register.awards;
begin
  if it.state = 'revoked' then perform private.refuse('credential_revoked'); end if;
  if it.user_id is not null then perform private.refuse('credential_is_claimed'); end if;
  perform register.require_others(array[lower(address)]);
  update register.awards set email = lower(address), disowned_at = null, told_at = null,
      user_id = register.person_of(lower(address)), unlinked_at = null,
      line_key = register.line_key(it.type, lower(address), it.name, it.awarded_on)
    where id = it.id returning * into after;
  perform register.note(after, 'readdress');
  perform register.tell_awarded(array[after.number::text]);
  return jsonb_build_object('email', it.email, 'was_disowned', it.disowned_at is not null);
exception when unique_violation then
  perform private.refuse('awarded_before');
end $$;

create or replace function register.correct_name(wanted text, new_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  it register.awards := register.held(wanted);
  after register.awards;
begin
  if it.state = 'revoked' then perform private.refuse('credential_revoked'); end if;
  if it.name = new_name then perform private.refuse('nothing_changed'); end if;
  update register.awards set name = new_name, issue = issue + 1 where id = it.id returning * into after;
  perform register.note(after, 'correct-name');
  perform register.tell_changed(after, 'corrected');
  return jsonb_build_object('name', it.name);
end
$$;
