const list = (words: string) => `string_to_array('${words}', ' ')`;
const roles = list(
  'coder auditor nurse analyst educator trainer manager director scribe abstractor biller reviewer navigator liaison architect',
);
const fields = list(
  'inpatient outpatient denials revenue documentation oncology cardiology pediatric emergency radiology surgical pharmacy risk quality informatics compliance privacy appeals charge trauma',
);
const tools = list(
  'epic cerner meditech athena nuance sql python tableau excel hl7 fhir snomed loinc cpt hcpcs drg apr msdrg icd redcap sas azure aws jira figma',
);
const towns = `array['Charlotte, NC', 'Raleigh, NC', 'Durham, NC', 'Atlanta, GA', 'Boston, MA', 'Chicago, IL', 'Dallas, TX',
  'Houston, TX', 'Denver, CO', 'Phoenix, AZ', 'Seattle, WA', 'Portland, OR', 'Miami, FL', 'Tampa, FL', 'Orlando, FL',
  'Nashville, TN', 'Memphis, TN', 'Richmond, VA', 'Baltimore, MD', 'Pittsburgh, PA', 'Cleveland, OH', 'Columbus, OH',
  'Detroit, MI', 'Milwaukee, WI', 'Omaha, NE', 'Tulsa, OK', 'Boise, ID', 'Fresno, CA', 'San Diego, CA', 'Greenville, SC']`;
const of = (choices: string, at: string) =>
  `(${choices})[1 + abs(hashint8(${at})::bigint) % cardinality(${choices})]`;
const types = `array['Full-time', 'Part-time', 'Contract']`;

/**
 * This many saved searches with an alert each, of ten kinds; each has its anchors, as if it had
 * been saved normally.
 */
export function alertRows(size: number): string[] {
  const word = (salt: number) =>
    `${of(fields, `i * 7 + ${salt}`)} || ' ' || ${of(roles, `i * 11 + ${salt}`)}`;
  const near = `(select jsonb_build_object('latitude', t.latitude, 'longitude', t.longitude, 'miles', (array[10, 25, 50, 100])[1 + i % 4])
    from bench_towns as t where t.said = ${of(towns, 'i * 13')})`;
  const state = `(select t.state from bench_towns as t where t.said = ${of(towns, 'i * 17')})`;
  const pay = '30000 + abs(hashint8(i)::bigint) % 1700 * 100';
  const type = of(types, 'i * 5');
  const tool = (salt: number) => of(tools, `i * 19 + ${salt}`);
  const wanted = (entry: string) =>
    `jsonb_build_object('wanted', jsonb_build_array(jsonb_build_object(${entry})))`;
  const conditions = `case i % 10
    when 1 then ${wanted(`'words', array[${of(roles, 'i')}], 'near', ${near}, 'pay', ${pay}`)}
    when 2 then ${wanted(`'words', array[${word(1)}], 'pay', ${pay}`)}
    when 3 then ${wanted(`'words', array[${of(fields, 'i')}, ${of(roles, 'i * 3')}], 'type', ${type}, 'pay', ${pay}`)}
    when 4 then ${wanted(`'near', ${near}, 'type', ${type}, 'pay', ${pay}`)}
    when 5 then ${wanted(`'near', ${near}, 'pay', ${pay}`)}
    when 6 then ${wanted(`'workplace', 'remote', 'words', array[${of(roles, 'i')}], 'pay', ${pay}`)}
    when 7 then ${wanted(`'credential', 'CIHIS-L', 'state', ${state}, 'pay', ${pay}`)}
    when 8 then ${wanted(`'skills', array['sql'], 'state', ${state}, 'pay', ${pay}`)}
    else ${wanted(`'workplace', 'remote', 'state', ${state}, 'type', ${type}, 'pay', ${pay}`)} end`;
  return [
    `create temporary table bench_towns as
      select said, p.* from unnest(${towns}) as said, private.place_of_posting(said, null, null, null) as p`,
    `insert into auth.users (id, aud, role, email, email_proved_at, raw_app_meta_data, raw_user_meta_data)
      select ('00000000-0000-4000-9000-' || lpad(to_hex(i), 12, '0'))::uuid, 'authenticated', 'authenticated',
        'person' || i || '@bench.example', now(), '{}', '{}' from generate_series(0, ${Math.ceil(size / 10)}) as i`,
    `insert into private.kept_searches (kind, conditions)
      select 'jobs', ${conditions} from generate_series(1, ${size}) as i where i % 10 <> 0 on conflict do nothing`,
    `insert into private.kept_searches (kind, user_id, conditions)
      select 'fit', ('00000000-0000-4000-9000-' || lpad(to_hex(i / 10), 12, '0'))::uuid, jsonb_build_object(
        'types', array[lower(${type})], 'skills', array[${[1, 2, 3, 4, 5].map(tool).join(', ')}], 'credentials', array['CIHIS-L'],
        'places', jsonb_build_array(${near}, jsonb_build_object('facets', array['remote'])))
      from generate_series(1, ${size}) as i where i % 10 = 0`,
    "set session_replication_role = 'replica'",
    `insert into public.alerts (email, kind, search_id, consent_text, confirmed_at, next_at)
      select 'reader' || id || '@bench.example', 'jobs', id, 'Said yes to it all.', now(), now() from private.kept_searches`,
    'reset session_replication_role',
  ];
}

/** New postings in thirty towns, a quarter of them remote. */
export function postingRows(size: number): string[] {
  const person = `'00000000-0000-4000-9000-000000000000'::uuid`;
  const salt = (by: number) => `i * ${by} + 3`;
  return [
    `insert into public.companies (id, slug, name, public_since)
      select ('00000000-0000-4000-b000-' || lpad(to_hex(i), 12, '0'))::uuid, 'clinic-' || i, 'Clinic ' || i, now()
      from generate_series(0, 99) as i`,
    `insert into public.jobs (title, company, company_id, location, workplace, job_type, application_url, description,
        requirements, contact_name, contact_email, posted_by, salary_from, salary_to, salary_currency, salary_period,
        credentials_wanted)
      select initcap(${of(fields, salt(7))} || ' ' || ${of(roles, salt(11))}) || ' ' || i, 'Clinic ' || i % 100,
        ('00000000-0000-4000-b000-' || lpad(to_hex(i % 100), 12, '0'))::uuid, ${of(towns, salt(13))},
        case when i % 4 = 0 then 'remote' end, ${of(types, salt(5))}, 'https://clinic.example/apply',
        rtrim(repeat('We look after people and check what software suggests about them, together with those who know. ', 12)),
        'You know ' || ${of(tools, salt(19))} || ', ' || ${of(tools, salt(23))} || ' and ' || ${of(tools, salt(29))} || '.',
        'Bench', 'bench@bench.example', ${person}, 40000 + i % 60 * 1000, 100000 + i % 90 * 1000, 'USD', 'year',
        case when i % 10 = 0 then array['CIHIS-L'] else '{}' end
      from generate_series(1, ${size}) as i`,
  ];
}
