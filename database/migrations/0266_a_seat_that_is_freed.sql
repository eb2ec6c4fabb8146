-- Whoever waited for a seat, of more people than there are, was not told when one that was freed became theirs.
create or replace function private.follow_seat() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  seats integer;
  next public.membership_seats;
begin
  if tg_op = 'DELETE' then
    perform private.end_featured_jobs_of(old.user_id);
    seats := private.seats_of(old.payer_id) - 1;
    -- Of more people than seats, the newest have been told before.
    if not private.pays(old.payer_id) or (select count(*) from public.membership_seats as older
      where older.payer_id = old.payer_id and (older.given_at, older.user_id) < (old.given_at, old.user_id)) < seats
    then
      if old.end_told_at is null and old.user_id is distinct from auth.uid() then
        perform queue.add('team-news', json_build_object('kind', 'seat-lost', 'companyId', old.company_id,
          'userId', old.user_id, 'byId', coalesce(auth.uid(), old.payer_id)));
      end if;
      if seats > 0 and private.gives_seats(old.payer_id) then
        select s.* into next from public.membership_seats as s where s.payer_id = old.payer_id
          order by s.given_at, s.user_id offset seats - 1 limit 1;
        if (next.given_at, next.user_id) > (old.given_at, old.user_id) and next.end_told_at is null then
          perform queue.add('team-news', json_build_object('kind', 'seat-given', 'companyId', next.company_id,
            'userId', next.user_id));
          perform private.tell_person(next.user_id, 'membership');
        end if;
      end if;
    end if;
  elsif (tg_op = 'INSERT' or new.company_id is distinct from old.company_id) and new.user_id is distinct from auth.uid() then
    perform queue.add('team-news', json_build_object('kind', 'seat-given', 'companyId', new.company_id,
      'userId', new.user_id, 'byId', coalesce(auth.uid(), new.payer_id)));
  end if;
  perform private.tell_person(person, 'membership')
    from unnest(array[coalesce(new.user_id, old.user_id), coalesce(new.payer_id, old.payer_id)]) as person;
  return null;
end $$;
