-- The sample of a mail that came back was one to the demo member, who read on their own screens that no mail reaches
-- them. It is to an invented reader of the newsletter, who has no account.
create or replace function staff.add_demo_mails() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  failed bigint;
begin
  insert into staff.mails (at, kind, recipient, user_id, state, said, subject, body)
    select now() - given.ago, given.kind, given.email, u.id, given.state, given.said, given.subject, given.body
    from (values
        ('employer@demo.example', interval '2 days', 'job-posted', 'sent', '250 2.0.0 Sample answer of a mail server',
          'Sample: your job is on the board', null),
        ('candidate@demo.example', interval '26 hours', 'magiclink', 'sent', '250 2.0.0 Sample answer of a mail server',
          'Sample: sign in', E'Sample mail.\n\nSign in: [link blacked out]\nYour code is ██████.'),
        ('reader@demo.example', interval '5 hours', 'newsletter-confirm', 'bounced',
          '550 5.1.1 Sample answer: no such mailbox', 'Sample: confirm your subscription',
          E'Sample mail.\n\nYou asked for our newsletter. Confirm it: [link blacked out]'))
      as given (email, ago, kind, state, said, subject, body) left join auth.users as u on u.email = given.email;
  select (graphile_worker.add_job('job-mail', json_build_object('kind', 'job-posted', 'jobId', j.id,
      'to', 'employer@demo.example'), max_attempts => 1)).id into failed
    from public.jobs as j join auth.users as u on u.id = j.posted_by and u.email = 'employer@demo.example'
    where j.hidden_at is null order by j.created_at desc, j.id limit 1;
  -- Given up two days ago, so that no alarm rings for it.
  update graphile_worker._private_jobs set attempts = 1, last_error = 'Sample: the mail server did not answer.',
      created_at = now() - interval '2 days', updated_at = now() - interval '2 days', run_at = now() - interval '2 days'
    where id = failed;
end
$$;

-- The others go with the accounts of their people.
create or replace function staff.forget_demo_cases() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from staff.cases
    where person_then ->> 'email' like '%@demo.example' or person_then ->> 'email' like '%@candidates.example';
  delete from staff.mails where recipient = 'reader@demo.example';
  perform graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs
    where last_error like 'Sample: %' and payload ->> 'to' like '%@demo.example'));
end
$$;

-- may lock or break: the mails of one address alone, by their index
update staff.mails set recipient = 'reader@demo.example', user_id = null, kind = 'newsletter-confirm',
    subject = 'Sample: confirm your subscription',
    body = E'Sample mail.\n\nYou asked for our newsletter. Confirm it: [link blacked out]'
  where recipient = 'member@demo.example' and said = '550 5.1.1 Sample answer: no such mailbox';
