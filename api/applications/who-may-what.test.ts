import { describe, expect, it } from 'vitest';
import { randomToken, sha256 } from '#api/secrets.ts';
import type { Actor } from '#test/support/actors.ts';
import { createCompanies } from '#test/support/applications.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, asAdmin, database, bugs, fetch, isProjects } = await openTestApi();
const { company, application } = createCompanies(actors, database);

const ours = await company();
const theirs = await company();
const applicant = await actors.signedIn();
const other = await actors.signedIn();
const former = await ours.join('admin');
await write('delete from public.company_members where user_id = $1', [former.id]);
const staff = await createStaffActors({ actors, asAdmin })('owner');

const people: Record<string, Actor> = {
  visitor: actors.anonymous,
  'a guest with the link': actors.anonymous,
  applicant,
  'another person': other,
  viewer: await ours.join('viewer'),
  recruiter: await ours.join('recruiter'),
  admin: ours.admin,
  'formerly of the company': former,
  'admin of another company': theirs.admin,
  staff,
};
const names = Object.keys(people);
const team = ['viewer', 'recruiter', 'admin'];

async function write(text: string, values: unknown[]) {
  await database.asService.query({ text, values });
}

/** An application with a resume and a link to it. */
async function applied(state = 'new') {
  const [resume, token] = [crypto.randomUUID(), randomToken()];
  await write(
    `insert into public.resumes (id, user_id, file_name, type, bytes, object_name)
      values ($1, $2, 'cv.pdf', 'application/pdf', 10, $3)`,
    [resume, applicant.id, `${resume}.pdf`],
  );
  await write(`delete from public.applications where applicant_id = $1`, [applicant.id]);
  const id = await application(ours, { applicant_id: applicant.id, resume_id: resume, state });
  await write(
    'insert into private.application_tokens (token_hash, application_id) values ($1, $2)',
    [sha256(token), id],
  );
  await write(
    `insert into storage.objects (bucket_id, name, version, metadata)
      values ('resumes', $1, gen_random_uuid()::text, '{"mimetype": "application/pdf", "size": 10}')`,
    [`${resume}.pdf`],
  );
  return { id, resume, token };
}
type Applied = Awaited<ReturnType<typeof applied>>;
type Reply = { data: unknown; error: unknown };

let calls = 0;

async function byLink(name: string, token: string, act?: string): Promise<Reply> {
  calls += 1;
  const response = await fetch('/functions/v1/application-by-link', {
    method: 'POST',
    // Everybody else has to guess the token.
    body: JSON.stringify({ token: name === 'a guest with the link' ? token : randomToken(), act }),
    // Each call comes from a different address, because the limit counts by client.
    headers: { ...people[name]?.headers, 'x-client-address': `203.0.113.${calls % 250}` },
  });
  const data = await response.json();
  return response.ok ? { data: [data], error: null } : { data: null, error: data };
}

/** Every act, who may do it, and what happens to the others: they are refused, or they find nothing. */
const acts: Record<
  string,
  {
    by: string[];
    run: (name: string, who: Actor, it: Applied) => PromiseLike<Reply>;
    state?: string;
    /** Whether it calls the storage service, which a project provides itself. */
    isStorages?: boolean;
  }
> = {
  'read the application': {
    by: team,
    run: (_, { client }, { id }) => client.from('applications').select('id').eq('id', id),
  },
  'read it before it is confirmed': {
    by: [],
    state: 'unconfirmed',
    run: (_, { client }, { id }) => client.from('applications').select('id').eq('id', id),
  },
  'find it among their own': {
    by: ['applicant'],
    run: (_, { client }) => client.rpc('own_applications'),
  },
  'read the resume': {
    by: [...team, 'applicant'],
    run: (_, { client }, { resume }) => client.from('resumes').select('id').eq('id', resume),
  },
  'read the resume before it is confirmed': {
    by: ['applicant'],
    state: 'unconfirmed',
    run: (_, { client }, { resume }) => client.from('resumes').select('id').eq('id', resume),
  },
  'fetch its file': {
    by: [...team, 'applicant'],
    isStorages: true,
    run: (_, { client }, { resume }) =>
      client.storage.from('resumes').createSignedUrl(`${resume}.pdf`, 60),
  },
  'write a resume': {
    by: [],
    run: (_, { client }) =>
      client
        .from('resumes')
        .insert({
          file_name: 'x',
          type: 'application/pdf',
          bytes: 1,
          object_name: crypto.randomUUID(),
        })
        .select('id'),
  },
  'change the resume': {
    by: [],
    run: (_, { client }, { resume }) =>
      client.from('resumes').update({ file_name: 'y' }).eq('id', resume).select('id'),
  },
  'delete the resume': {
    by: [],
    run: (_, { client }, { resume }) =>
      client.from('resumes').delete().eq('id', resume).select('id'),
  },
  'put a file beside it': {
    by: [],
    isStorages: true,
    run: (_, { client }) =>
      client.storage
        .from('resumes')
        .upload(`${crypto.randomUUID()}.pdf`, new Blob(['%PDF'], { type: 'application/pdf' })),
  },
  'remove its file': {
    by: [],
    isStorages: true,
    run: (_, { client }, { resume }) => client.storage.from('resumes').remove([`${resume}.pdf`]),
  },
  withdraw: {
    by: ['applicant'],
    run: async (_, { client }, { id }) =>
      only(await client.rpc('withdraw_application', { application: id })),
  },
  'delete it': {
    by: ['applicant'],
    run: async (_, { client }, { id }) =>
      only(await client.rpc('delete_application', { application: id })),
  },
  'see it by the link': {
    by: ['a guest with the link'],
    run: (name, _, { token }) => byLink(name, token),
  },
  'confirm it by the link': {
    by: ['a guest with the link'],
    state: 'unconfirmed',
    run: (name, _, { token }) => byLink(name, token, 'confirm'),
  },
  'withdraw by the link': {
    by: ['a guest with the link'],
    run: (name, _, { token }) => byLink(name, token, 'withdraw'),
  },
  'delete it by the link': {
    by: ['a guest with the link'],
    run: (name, _, { token }) => byLink(name, token, 'delete'),
  },
  'change the questions of the posting': {
    by: ['recruiter', 'admin'],
    run: (_, { client }) =>
      client
        .from('jobs')
        .update({
          questions: [
            {
              kind: 'text',
              question: `Why us ${crypto.randomUUID()}?`,
              options: [],
              needed: false,
              wanted: [],
            },
          ],
        })
        .eq('id', ours.jobId)
        .select('id'),
  },
};

/** A function that says whether it did something. */
const only = ({ data, error }: Reply): Reply => ({ data: data === true ? [1] : [], error });

const cells = Object.entries(acts)
  .filter(([, { isStorages = false }]) => !(isStorages && isProjects))
  .flatMap(([act]) => names.map((name) => ({ act, name })));

describe('who may do what with an application', () => {
  it.each(cells)('$name: $act', async ({ act, name }) => {
    const { by, run, state } = acts[act] as (typeof acts)[string];
    const { data, error } = await run(name, people[name] as Actor, await applied(state));
    const isDone = !error && (!Array.isArray(data) || data.length > 0) && data !== null;
    expect(isDone).toBe(by.includes(name));
    expect(bugs).toEqual([]);
  });
});

it('is tested for every act', () => {
  expect(cells.length).toBe(isProjects ? 150 : 180);
});
