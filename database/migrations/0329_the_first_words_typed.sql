-- Of more than six words a search in conversations took six of its own choice: with the seventh typed, it could drop the first. The first six count.
create or replace function private.own_conversations_that_say(typed text)
  returns table (conversation_id uuid, message_id uuid)
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  teams constant uuid[] := private.own_companies('recruiter');
  words constant text[] := array(select left(w.word, 40)
    from regexp_split_to_table(private.bare_words(left(typed, 100)), '[^[:alnum:]]+') with ordinality as w (word, place)
    where w.word <> '' group by left(w.word, 40) order by min(w.place) limit 6);
  part record;
begin
  if words = '{}' then return; end if;
  for part in
    select own.missing, array_agg(own.id) as ids from (
      select named.id, array(select word from unnest(words) as word where strpos(named.bare, word) = 0) as missing
      from (
        select said.id, case when octet_length(said.name) = char_length(said.name) then lower(said.name)
            else private.bare_words(said.name) end as bare
        from (
          select c.id, case when c.candidate_id = me then concat_ws(' ', c.member_name, c.member_company)
              else concat_ws(' ', c.candidate_name, c.candidate_headline) end as name
          from public.conversations as c
          where c.candidate_id = me or (c.company_id is null and c.member_id = me) or c.company_id = any (teams)
          offset 0) as said
        offset 0) as named) as own
    group by own.missing
  loop
    if part.missing = '{}' then
      return query select id, null::uuid from unnest(part.ids) as id;
    else
      -- With the values in it, or one plan would have to do for a word that all say and for one that nobody says.
      return query execute 'select distinct on (m.conversation_id) m.conversation_id, m.id
        from unnest($1) as own (id) join public.messages as m on m.conversation_id = own.id
        where private.message_words(m.body) @@ $2
        order by m.conversation_id, m.created_at desc'
        using part.ids, (select string_agg('''' || word || ''':*', ' & ')::tsquery from unnest(part.missing) as word);
    end if;
  end loop;
end $$;
