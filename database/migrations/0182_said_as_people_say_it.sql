-- What staff and recruiters read when somebody was faster stood in words that nobody says: "decided this meanwhile".
do $$
declare
  change record;
begin
  for change in select * from (values
    ('public.move_application(uuid, text, text)', 'has moved this application meanwhile.', 'has since moved this application.'),
    ('staff.decide_company(uuid, boolean, text)', '% decided this meanwhile.', '% has already decided this.'),
    ('staff.publish_words(text, integer, jsonb, text, timestamptz, text)',
      '% published version % meanwhile.', '% has since published version %.'),
    ('staff.save_word_draft(text, integer, jsonb, integer)', '% published version % meanwhile.', '% has since published version %.'),
    ('staff.save_word_draft(text, integer, jsonb, integer)', '% the draft meanwhile.', '% the draft.'),
    ('staff.save_word_draft(text, integer, jsonb, integer)', ''' changed''', ''' has since changed'''),
    ('staff.save_word_draft(text, integer, jsonb, integer)', '''Somebody removed or published''',
      '''Somebody has since removed or published'''),
    ('staff.send_launch_mail()', 'A mail is on its way.', 'An email is on its way.'),
    ('staff.words_of_act(staff.cases)', 'Meanwhile the person has answered.', 'The person has since answered.')
  ) as known (name, old, new)
  loop
    if strpos(pg_get_functiondef(change.name::regprocedure), change.old) = 0 then
      raise exception '% does not say "%".', change.name, change.old;
    end if;
    execute replace(pg_get_functiondef(change.name::regprocedure), change.old, change.new);
  end loop;
end
$$;
