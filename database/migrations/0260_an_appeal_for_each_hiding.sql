-- An appeal comes once for each hiding (decision 86). A case that was released after one and hidden again told its person that the
-- new decision had been looked at again and was final.
create or replace function staff.decide_case(wanted uuid, seen integer, hides boolean, words text)
returns staff.cases
language plpgsql security definer set search_path = '' as $$
declare
  it staff.cases := staff.take_up(wanted, seen);
  had_heard boolean := it.decided_at is not null or it.asked_at is not null or it.held_for <> '{}';
begin
  if it.state in ((case when hides then 'hidden' else 'released' end), 'blocked') then
    raise exception '%', staff.words_of_act(it) using errcode = 'SF412';
  end if;
  if it.decided_at < it.appealed_at and it.decided_by = auth.uid() and staff.has_other_decider(it) then
    raise exception 'somebody else decides' using errcode = 'SF413';
  end if;
  perform staff.apply_decision(it, hides);
  update staff.cases as c set state = case when hides then 'hidden' else 'released' end, version = c.version + 1,
      acted_by = auth.uid(), acted_as = auth.email(), acted_at = now(), changed_at = now(),
      decided_by = auth.uid(), decided_at = now(), reason = case when hides then words else c.reason end,
      -- What was released and is hidden again is another decision: nobody has looked at that one again.
      appealed_at = case when hides and it.state = 'released' then null else c.appealed_at end,
      claimed_by = null, claimed_as = null, claimed_at = null, letter_hash = null
    where c.id = it.id returning c.* into it;
  -- Whoever never heard that anything was asked or held needs no mail that all is well.
  if hides or had_heard then
    perform staff.tell(it, it.state);
  end if;
  perform staff.tell_reporters(it);
  return it;
end
$$;

-- Whoever had answered a question and appealed later read, by the same link again, that the question had been answered.
create or replace function staff.answer_letter(hash text, words text)
returns TABLE(asks_for text, title text, said text, is_open boolean)
language plpgsql security definer set search_path = '' as $$
declare
  it staff.cases;
begin
  select * into it from staff.cases as c where c.letter_hash = hash for update;
  if it.id is null then return; end if;
  if it.state = 'hidden' and it.appealed_at is null or it.state = 'asked' then
    if words is not null then
      update staff.cases as c set version = c.version + 1, changed_at = now(),
          state = case it.state when 'asked' then 'answered' else 'appealed' end,
          answer = case it.state when 'asked' then private.plain_text(words) else c.answer end,
          appeal = case it.state when 'asked' then c.appeal else private.plain_text(words) end,
          appealed_at = case it.state when 'asked' then c.appealed_at else now() end,
          acted_by = null, acted_as = null, acted_at = now()
        where c.id = it.id;
    end if;
    return query select case it.state when 'asked' then 'answer' else 'appeal' end, it.title,
      case it.state when 'asked' then it.question else it.reason end, true;
  else
    return query select case when coalesce(it.state_before, it.state) in ('asked', 'answered') then 'answer' else 'appeal' end,
      it.title, null::text, false;
  end if;
end
$$;
