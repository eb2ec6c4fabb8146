export const people = 130;

export const makeAlerts = `
  insert into auth.users (id, email, email_proved_at, raw_user_meta_data, raw_app_meta_data, aud, role)
    values ('00000000-0000-4000-8000-00000000abcd', 'poster@kill.example', now(), '{}', '{}', 'authenticated', 'authenticated');
  insert into public.alerts (email, kind, address, search_id, consent_text, confirmed_at)
    select 'd' || n || '@digest.example', 'jobs', 'q=digest', private.keep_search('jobs', '{"wanted": [{"words": ["digest"]}]}'),
      'By pressing Save alert you agree.', now()
    from generate_series(1, ${people}) as n`;

export const postJobs = `
  insert into public.jobs (title, company, job_type, location, application_url, description, contact_name, contact_email, posted_by)
    select 'Digest ' || n || ' of the round.', 'Kill Clinic', 'Full-time', 'Charlotte, NC', 'https://kill.example/apply',
      'Find the root causes behind payer denials and write the appeals.', 'Sample', 'talent@kill.example',
      '00000000-0000-4000-8000-00000000abcd'
    from generate_series(1, 3) as n`;

/**
 * Slows things down, so that there is time between writing a mail and recording that it was sent.
 */
export const slowMails = `
  create function queue.take_time() returns trigger language plpgsql as $$
  begin
    perform pg_sleep(0.03);
    return new;
  end $$;
  create trigger take_time before insert on queue.outbox for each row execute function queue.take_time();
  create trigger take_time before update of sent_at on public.alerts for each row execute function queue.take_time()`;

export const toldOf = `
  select count(*)::int as mails, count(distinct recipient)::int as receivers,
    sum((select count(*) from regexp_matches(text, 'Digest \\d of the round', 'g')))::int as postings
  from queue.outbox where text like '%of the round%'`;
