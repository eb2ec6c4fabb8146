/**
 * This many rows of each kind, one statement per table, straight into the tables with their
 * indexes: triggers are disabled, and what they maintain is filled in the same way.
 */
export function staffRows(size: number): string[] {
  const each = `generate_series(1, ${size}) as i`;
  const person = (i: string) => `('00000000-0000-4000-9000-' || lpad(to_hex(${i}), 12, '0'))::uuid`;
  const job = (i: string) => `('00000000-0000-4000-a000-' || lpad(to_hex(${i}), 12, '0'))::uuid`;
  const company = (i: string) =>
    `('00000000-0000-4000-b000-' || lpad(to_hex(${i}), 12, '0'))::uuid`;
  const ago = (i: string, of = 60) =>
    `now() - interval '1 minute' * (${i}::float8 / ${size} * ${of} * 1440)`;
  const name = "case when i % 20 = 0 then 'Clinic 77' else 'Clinic ' || i end";
  return [
    "set session_replication_role = 'replica'",
    `insert into auth.users (id, aud, role, email, email_proved_at, raw_app_meta_data, raw_user_meta_data, created_at, banned_until)
      select ${person('i')}, 'authenticated', 'authenticated', 'person' || i || '@bench.example', now(), '{}',
        jsonb_build_object('full_name', 'Person ' || i || ' Bench'), ${ago('i')},
        case when i % 500 = 11 then now() + interval '100 years' end
      from ${each}`,
    `insert into staff.people_words (user_id, created_at, own)
      select id, created_at, staff.words_of(u) from auth.users as u`,
    `insert into public.companies (id, slug, name, public_since) select ${company('i')}, 'clinic-' || i, ${name}, ${ago('i')} from ${each}`,
    `insert into public.company_members (company_id, user_id, role) select ${company('i')}, ${person('i')}, 'admin' from ${each}`,
    `insert into public.jobs (id, title, company, location, application_url, description, contact_name, contact_email,
        posted_by, company_id, created_at, published_at, is_active, is_featured, closed_at, hidden_at)
      select ${job('i')}, case when i % 1000 = 7 then 'Perfusion ' || i else 'Coder ' || i end, ${name},
        'Durham, NC', 'https://bench.example/' || i, rtrim(repeat('Words of the job. ', 20)), 'Bench', 'bench@bench.example',
        ${person('i')}, ${company('i')}, ${ago('i')}, ${ago('i')}, i % 10 <> 3, i % 100 = 5, case when i % 10 = 3 then now() end,
        case when i % 50 = 1 then now() end
      from ${each}`,
    `insert into public.job_reports (job_id, reason, created_at)
      select ${job('i')}, 'spam', ${ago('i')} from ${each} where i % 50 = 0`,
    `insert into staff.company_changes (company_key) select distinct private.company_key(company) from public.jobs`,
    `insert into staff.cases (kind, subject_id, person_id, person_then, title, company_key, state, reports, opened_at, changed_at, held_for)
      select case when i % 400 = 1 then 'company' else 'job' end, ${job('i')}, ${person('i')},
        '{}', 'Coder ' || i, case when i % 400 = 1 then 'clinic' || i else '' end,
        case when i % 4 = 0 then 'waiting' when i % 400 = 1 then 'answered' when i % 400 = 2 then 'appealed'
          when i % 50 = 3 then 'hidden' else 'released' end,
        case when i % 50 = 0 then 1 else 0 end, ${ago('i')}, ${ago('i')},
        case when i % 400 = 0 then array['payment'] else '{}' end
      from ${each}`,
    `insert into public.subscriptions (user_id, customer_id, subscription_id, status, current_period_end, started_at,
        amount, currency, price_interval, cancel_at_period_end)
      select ${person('i')}, 'cus_' || i, 'sub_' || i, case when i % 100 = 9 then 'past_due' else 'active' end,
        now() + interval '1 minute' * (i % 40000), ${ago('i')}, 4999, 'usd', 'month', i % 200 = 7 from ${each}`,
    `insert into staff.mails (at, kind, recipient, user_id, state, subject)
      select ${ago('i', 30)}, case when i % 200 in (5, 6) then 'recovery' else 'magiclink' end,
        'person' || i || '@bench.example', ${person('i')},
        case when i % 400 = 5 then 'bounced' else 'sent' end, 'Sign in' from ${each}`,
    // Computing the chain of hashes and using the queue's own functions would take minutes; the
    // lists read neither.
    `insert into staff.log (position, at, actor_kind, actor_id, act, subject_kind, subject_id, transaction_id, details_hash, hash)
      select i, ${ago(`(${size} - i)`)}, 'person', ${person('i % 100 + 1')}, case when i % 500 = 0 then 'block-person' else 'look-person' end,
        'person', ${person('i')}::text, pg_current_xact_id(), '', '' from ${each}`,
    `insert into staff.log_details (position, salt, actor_address, after)
      select i, '', 'person' || (i % 100 + 1) || '@bench.example', '{"rows": 1}' from ${each}`,
    `select graphile_worker.add_job('auth-notice', '{}', run_at => now() + interval '1 day')`,
    `select graphile_worker.add_job('read-price', '{}', run_at => now() + interval '1 day')`,
    `insert into graphile_worker._private_jobs (task_id, payload, run_at, last_error)
      select (select id from graphile_worker._private_tasks where identifier = case when i % 100 = 6 then 'read-price' else 'auth-notice' end),
        json_build_object('kind', 'new-device', 'to', 'person' || i || '@bench.example'), now() + interval '1 day',
        case when i % 200 in (5, 6) then 'The line broke.' end
      from ${each}`,
    `insert into register.awards (number, type, version, name, awarded_on, expires_on, awarded_at, status_list, status_index,
        state, disowned_at, unlinked_at)
      select upper(lpad(to_hex(i), 13, '0')), case when i % 300 = 8 then 'CIHIS-L' else 'CIHIS-AI' end, 1, 'Holder ' || i || ' Bench',
        current_date - 400, case when i % 100 = 4 then current_date - 10 end, ${ago('i')}, 1 + i / 65536, i % 65536,
        case when i % 200 = 1 then 'revoked' when i % 400 = 2 then 'suspended' else 'active' end,
        case when i % 400 = 5 then now() end, case when i % 400 = 6 then now() end
      from ${each}`,
    `insert into staff.invitations (email, role, appointed_at)
      select 'asked' || i || '@bench.example', 'viewer', ${ago('i')} from ${each}`,
    `insert into staff.alarms (kind, about, began_at, told_at, over_at, over_told_at)
      select 'mail', i::text, ${ago('i')}, now(), case when i % 100 <> 0 then now() end, now() from ${each}`,
    `insert into public.newsletter_editions (id, subject, text, text_hash, created_at, queued_at, is_of_staff)
      select ${job('i')}, 'News number ' || i, 'Words', encode(sha256(i::text::bytea), 'hex'), ${ago('i')}, now(), true
      from ${each} where i % 200 <> 3`,
    `insert into staff.newsletters (id, subject, text, changed_at, edition_id)
      select ${job('i')}, 'News number ' || i, 'Words', ${ago('i')}, case when i % 200 <> 3 then ${job('i')} end from ${each}`,
    `insert into staff.words (kind, version, content, first_hash, effective_from, published_at)
      select 'announcement', i, '{}', repeat('0', 64), ${ago(`(${size} - i)`)}, ${ago(`(${size} - i)`)} from ${each}`,
    'reset session_replication_role',
  ];
}
