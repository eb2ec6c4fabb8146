import type { Actor } from '#test/support/actors.ts';
import { createCandidates } from '#test/support/candidates.ts';
import { passDay } from '#test/support/employers.ts';
import { jobRow } from '#test/support/jobs.ts';
import { docxOf } from '#test/support/resumes.ts';
import type { CallerKind, Crowd } from './callers.ts';
import type { Stage } from './stage.ts';

const sign = 'canary7k';

/** Who may see what of bystanders. Written down here, not derived from the policies. */
const members: CallerKind[] = ['member', 'recruiter'];
const roles: CallerKind[] = ['viewer', 'staff', 'owner'];
const mayBeSeenBy = {
  'hidden-profile': [],
  'open-profile': members,
  message: [],
  application: [],
  'application-note': [],
  'application-template': [],
  'candidate-note': [],
  'alert-address': [],
  'resume-name': [],
  'resume-text': [],
  'app-data': [],
  'password-hash': [],
  'refresh-token': [],
  'one-time-token': [],
  'factor-secret': [],
  'kept-setting': [],
  'dns-token': [],
  'person-address': roles,
  'subscriber-address': roles,
  'invited-address': roles,
  'staff-note': roles,
} as const satisfies Record<string, readonly CallerKind[]>;

type MarkName = keyof typeof mayBeSeenBy;
const mark = (name: MarkName) => `${sign}-${name}`;

/** Marks in a response that this caller may not see. */
export function foreignMarks(text: string, kind: CallerKind): string[] {
  if (!text.includes(sign)) return [];
  const found = Object.entries(mayBeSeenBy).filter(
    ([name, kinds]: [string, readonly CallerKind[]]) =>
      text.includes(`${sign}-${name}`) && !kinds.includes(kind),
  );
  return found.map(([name]) => name);
}

/**
 * Creates bystanders, who own things that others must not see, and a digest of it all that must not
 * change.
 */
export async function plantMarks({ database, admin, url }: Stage, { actors }: Crowd) {
  const { candidate, send, invoke } = createCandidates(actors);
  const must = ({ error }: { error: unknown }) => {
    if (error) throw new Error(`A mark could not be planted: ${JSON.stringify(error)}`);
  };
  const hidden = await candidate({ public_profile: false, headline: mark('hidden-profile') });
  const open = await candidate({ headline: mark('open-profile') });
  const employer = await actors.member();
  await passDay(database, employer);
  const people = [hidden, open, employer];

  const sent = await send(employer, open, mark('message'));
  if (sent.status !== 200) throw new Error(`The message: ${JSON.stringify(sent)}`);
  must(
    await employer.client.from('saved_candidates').insert({
      user_id: employer.id,
      profile_id: open.profileId,
      note: mark('candidate-note'),
    } as never),
  );
  const { data: job, error } = await employer.client
    .from('jobs')
    .insert(jobRow(employer.id, { application_url: null, applies_here: true }) as never)
    .select('id, company_id')
    .single<{ id: string; company_id: string }>();
  if (!job) throw error;
  await keepResume(url, open);
  const applied = await invoke(open, 'apply-for-job', {
    jobId: job.id,
    name: 'Open Candidate',
    note: mark('application'),
    answers: {},
    withProfile: true,
    withResume: true,
  });
  if (applied.status !== 200) throw new Error(`The application: ${JSON.stringify(applied)}`);
  await admin(async (client) => {
    const run = (text: string, values: unknown[] = []) => client.query(text, values);
    await run("set session_replication_role = 'replica'");
    await run('insert into private.settings (name, value) values ($1, $1)', [mark('kept-setting')]);
    await run(
      `insert into public.application_notes (application_id, author_id, body)
        select id, $1, $2 from public.applications where job_id = $3`,
      [employer.id, mark('application-note'), job.id],
    );
    await run(
      `insert into public.application_templates (company_id, name, body, created_by) values ($1, 'a', $2, $3)`,
      [job.company_id, mark('application-template'), employer.id],
    );
    await run('update public.companies set dns_token = $2 where id = $1', [
      job.company_id,
      mark('dns-token'),
    ]);
    for (const { id } of people) {
      await run(
        `update auth.users set email = $2 || '-' || left(id::text, 8) || '@people.example',
          encrypted_password = $3, raw_app_meta_data = jsonb_build_object('of', $4::text) where id = $1`,
        [id, mark('person-address'), mark('password-hash'), mark('app-data')],
      );
      await run(
        `insert into auth.refresh_tokens (token, user_id, session_id)
          select $2 || id, user_id, id from auth.sessions where user_id = $1`,
        [id, mark('refresh-token')],
      );
    }
    await run(
      `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
        values ($1, 'recovery_token', $2, 'x')`,
      [hidden.id, mark('one-time-token')],
    );
    await run(
      `insert into auth.mfa_factors (user_id, factor_type, status, secret, friendly_name)
        values ($1, 'totp', 'verified', $2, 'app')`,
      [hidden.id, mark('factor-secret')],
    );
    await run(
      `insert into public.newsletter_subscribers (email, consent_text, confirmed_at)
        values ($1, 'I want the newsletter.', now())`,
      [`${mark('subscriber-address')}@people.example`],
    );
    await run(
      `insert into public.alerts (user_id, kind, address, search_id) values ($1, 'jobs', $2, 0)`,
      [hidden.id, `q=${mark('alert-address')}`],
    );
    await run('insert into staff.notes (user_id, author_id, words) values ($1, $1, $2)', [
      hidden.id,
      mark('staff-note'),
    ]);
    await run(
      `insert into public.company_invitations (company_id, email, role, invited_by)
        values ($1, $2, 'recruiter', $3)`,
      [job.company_id, `${mark('invited-address')}@people.example`, employer.id],
    );
  });
  return people.map(({ id }) => id);
}

async function keepResume(url: string, { headers }: Actor) {
  const body = new FormData();
  body.set('resume', new File([docxOf([mark('resume-text')])], `${mark('resume-name')}.docx`));
  const response = await fetch(`${url}/functions/v1/keep-resume`, {
    method: 'POST',
    headers,
    body,
  });
  if (!response.ok) throw new Error(`The resume: ${response.status} ${await response.text()}`);
}

/**
 * Everything that belongs to these people, as one digest: nobody outside staff may change any of
 * it.
 */
export async function digestOf({ database }: Stage, ids: readonly string[]) {
  const owned = [
    ['candidate_profiles', 'user_id'],
    ['saved_candidates', 'user_id'],
    ['resumes', 'user_id'],
    ['messages', 'sender_id'],
    ['application_notes', 'author_id'],
    ['application_templates', 'created_by'],
    ['company_members', 'user_id'],
    ['employers', 'user_id'],
  ];
  const digests: Record<string, string> = {};
  for (const [table, column] of owned) {
    const { rows } = await database.asService.query<{ digest: string }>({
      text: `select coalesce(md5(string_agg(r::text, '|' order by r::text)), '') as digest
        from public.${table} r where ${column} = any($1)`,
      values: [ids],
    });
    digests[String(table)] = rows[0]?.digest ?? '';
  }
  return digests;
}
