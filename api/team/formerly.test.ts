import { describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { createCandidates } from '#test/support/candidates.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { type Colleague, createTeams } from '#test/support/teams.ts';
import { openTestApi } from '#test/support/test-api.ts';

/**
 * Everything of a company, as seen by somebody who has left: what they wrote there belongs to the company. A current
 * admin reads each row first, so that nothing passes merely because there is nothing.
 */
const api = await openTestApi();
const { actors, asAdmin, database, post, bugs } = api;
const { founder, join, invite, subscribe } = createTeams({ actors, database, post });
const { candidate, send, invoke, reply } = createCandidates(actors);

async function one<T>(text: string, values: unknown[] = []): Promise<T> {
  let found: unknown;
  await asAdmin(async (client) => {
    found = (await client.query(text, values)).rows[0];
  });
  return found as T;
}
const idOf = async (text: string, values: unknown[] = []) =>
  (await one<{ id: string }>(text, values)).id;

const admin = await founder('Kim Founder');
const { company } = admin;
const former = {
  'a viewer who has left': await join(admin, 'Vic', 'viewer'),
  'a recruiter who has left': await join(admin, 'Rae'),
  'an admin who was removed': await join(admin, 'Ada', 'admin'),
};
const ada = former['an admin who was removed'];
const rae = former['a recruiter who has left'];
const people = Object.entries(former);
for (const who of [rae, ada]) await subscribe(who);

const [job = ''] = await storeJobs(database, [
  jobRow(rae.id, { company_id: company, applies_here: true, application_url: null }),
]);
const person = await candidate();
const resume = await idOf(
  `insert into public.resumes (user_id, file_name, type, bytes, object_name)
    values ($1, 'cv.pdf', 'application/pdf', 10, 'former.pdf') returning id`,
  [person.id],
);
const application = await idOf(
  `insert into public.applications (job_id, job_title, company_id, company_name, applicant_id, name, email, state, resume_id)
    values ($1, 'Coder', $2, 'Practice', $3, 'Ana', 'ana@people.example', 'new', $4) returning id`,
  [job, company, person.id, resume],
);
const { conversationId: conversation } = await send(rae, person, 'Good morning, we are hiring.');
await reply(person, conversation, 'Gladly. When?');
for (const who of [rae, ada]) {
  await who.client.from('application_notes').insert({ application_id: application, body: who.id });
  await who.client.from('application_stars').insert({ application_id: application });
  await who.client
    .from('application_templates')
    .insert({ company_id: company, name: who.id, body: 'Hello' });
}
await rae.client
  .from('saved_candidates')
  .insert({ user_id: rae.id, profile_id: person.profileId, note: 'Strong' });
await rae.client.rpc('move_application', { application, seen: 'new', wanted: 'review' });
await invite(ada, company, 'asked-by-ada@people.example');
await invite(admin, company, 'asked@people.example');
await asAdmin(async (client) => {
  await client.query(
    `insert into public.company_proofs (company_id, kind, proved_by) values ($1, 'staff', $2)`,
    [company, ada.id],
  );
  await client.query(
    `insert into public.membership_seats (payer_id, user_id, company_id) values ($1, $2, $3)`,
    [admin.id, (await join(admin, 'Stays')).id, company],
  );
  await client.query('insert into public.job_activity (job_id, day, views) values ($1, now(), 3)', [
    job,
  ]);
});
for (const [, who] of people) {
  await admin.client.rpc('leave_company', { company, person: who.id });
}

/** Each table of a company: how to find its rows, and what somebody would change. */
const tables = {
  company_members: { of: { company_id: company }, change: { role: 'admin' } },
  company_invitations: { of: { company_id: company }, change: { role: 'admin' } },
  company_proofs: { of: { company_id: company }, change: { ended_at: null } },
  membership_seats: { of: { company_id: company }, change: { company_id: company } },
  job_activity: { of: { job_id: job }, change: { views: 9 } },
  applications: { of: { id: application }, change: { state: 'hired' } },
  application_events: { of: { application_id: application }, change: { state: 'hired' } },
  application_notes: { of: { application_id: application }, change: { body: 'Changed' } },
  application_stars: { of: { application_id: application }, change: { user_id: admin.id } },
  application_templates: { of: { company_id: company }, change: { body: 'Changed' } },
  resumes: { of: { id: resume }, change: { file_name: 'changed.pdf' } },
  conversations: { of: { id: conversation }, change: { member_name: 'Changed' } },
  messages: { of: { conversation_id: conversation }, change: { body: 'Changed' } },
  saved_candidates: { of: { company_id: company }, change: { note: 'Changed' } },
} as const;
type Table = keyof typeof tables;
const columns: Partial<Record<Table, string>> = {
  company_invitations: 'id, email, role',
  company_proofs: 'id, kind',
  messages: 'id, body',
  resumes: 'id, file_name',
};

// biome-ignore lint/suspicious/noExplicitAny: the same query for fourteen tables.
const rowsOf = (who: Actor, table: Table, wanted = columns[table] ?? '*'): any =>
  who.client
    .from(table)
    .select(wanted as '*')
    .match(tables[table].of as never);
const everything = async (table: Table) => (await rowsOf(actors.staff, table, '*')).data;
const cells = (Object.keys(tables) as Table[]).flatMap((table) =>
  people.map(([name, who]) => ({ name, who, table })),
);

describe('in a table of the company', () => {
  it.each(cells)('$name finds nothing, and changes nothing: $table', async ({ who, table }) => {
    expect((await rowsOf(admin, table)).data?.length).toBeGreaterThan(0);
    const before = await everything(table);
    expect((await rowsOf(who, table)).data).toEqual([]);
    const { of, change } = tables[table];
    const changed = await who.client
      .from(table)
      .update(change as never)
      .match(of as never)
      .select('*');
    expect(changed.error?.code ?? changed.data).toEqual(changed.error ? '42501' : []);
    const gone = await who.client
      .from(table)
      .delete()
      .match(of as never);
    expect(gone.error?.code ?? '42501').toBe('42501');
    for (const row of before) {
      const { id: _, ...copy } = row;
      const added = await who.client.from(table).insert(copy as never);
      expect(added.error).not.toBeNull();
    }
    expect(await everything(table)).toEqual(before);
  });
});

/** What functions return to an admin, but not to somebody who has left. */
const reads: Record<string, (who: Actor) => PromiseLike<{ data: unknown }>> = {
  'the application': (who) => who.client.rpc('read_application', { application }),
  'the inbox': (who) => who.client.rpc('list_applications', {}),
  'its postings': (who) => who.client.rpc('postings_with_applications'),
  'the figures': (who) => who.client.rpc('posting_figures', { job }),
  'the people': (who) => who.client.rpc('company_people', { company }),
  'the seats': (who) => who.client.rpc('company_seats', { company }),
  'the company': async (who) => {
    const { data } = await who.client.rpc('my_companies');
    return { data: data?.filter(({ id }) => id === company) };
  },
  'the conversations': (who) => who.client.rpc('list_conversations', {}),
  'who wrote in one': (who) => who.client.rpc('conversation_people', { conversation }),
  'the file of the resume': async (who) => {
    const { data } = await who.client.from('resumes').select('object_name').eq('id', resume);
    return { data };
  },
};
const writes: Record<string, (who: Colleague) => PromiseLike<{ error: unknown } | object>> = {
  'move the application': (who) =>
    who.client.rpc('move_application', { application, seen: 'review', wanted: 'hired' }),
  'call it spam': (who) => who.client.rpc('mark_application_spam', { application, is_spam: true }),
  'write to the applicant': (who) =>
    invoke(who, 'message-applicant', { applicationId: application, message: 'Hello?' }),
  'write in the conversation': (who) => reply(who, conversation, 'It is me.'),
  'ask somebody in': (who) => invite(who, company, 'back@people.example'),
  'remove the admin': (who) => who.client.rpc('leave_company', { company, person: admin.id }),
  'give a seat': (who) => who.client.rpc('give_seat', { company, person: admin.id }),
  'call it something else': (who) =>
    who.client.rpc('set_company_name', { company, called: 'Another' }),
  'name another web address': (who) =>
    invoke(who, 'set-company-address', { company, web_address: 'evil.example' }),
  'change the posting': async (who) => {
    const { data } = await who.client.from('jobs').update({ title: 'Mine' }).eq('id', job).select();
    return { error: data?.length ? null : 'nothing' };
  },
  'post for it': (who) =>
    who.client
      .from('jobs')
      .insert({ ...jobRow(who.id), company_id: company } as never)
      .select('company_id'),
};
const isEmpty = (data: unknown) => data === null || (Array.isArray(data) && data.length === 0);

describe('through a function', () => {
  it.each(Object.entries(reads))('nobody who has left reads %s', async (_, read) => {
    expect(isEmpty((await read(admin)).data)).toBe(false);
    for (const [, who] of people) expect((await read(who)).data ?? []).toEqual([]);
  });

  it.each(Object.entries(writes))('nor do they %s', async (_, act) => {
    for (const [, who] of people) {
      const answer = (await act(who)) as { error?: unknown; status?: number };
      expect(answer.error ?? (answer.status ?? 0) >= 400).toBeTruthy();
    }
  });

  it('and the person whom the removed admin invited cannot join', async () => {
    const { data } = await admin.client.from('company_invitations').select('email');
    expect(data).toEqual([{ email: 'asked@people.example' }]);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
