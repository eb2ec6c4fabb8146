import { describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { createCompanies } from '#test/support/applications.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, bugs } = await openTestApi();
const { company, application } = createCompanies(actors, database);

const ours = await company();
const theirs = await company();
const applicant = await actors.signedIn();
const otherApplicant = await actors.signedIn();
const former = await ours.join('admin');
await database.asService.query({
  text: 'delete from public.company_members where user_id = $1',
  values: [former.id],
});
/** A member of the team who also applied there. */
const insider = await ours.join('recruiter');
const people: Record<string, Actor> = {
  visitor: actors.anonymous,
  applicant,
  'other applicant': otherApplicant,
  viewer: await ours.join('viewer'),
  recruiter: await ours.join('recruiter'),
  admin: ours.admin,
  'formerly of the company': former,
  'admin of another company': theirs.admin,
  'colleague who applied': insider,
};
type Answer = 'done' | 'nothing' | 'refused';
const names = Object.keys(people);
const team = ['viewer', 'recruiter', 'admin'];
const recruiters = ['recruiter', 'admin'];

/** For each act: who succeeds, and what the others are answered. */
type Act = {
  by: readonly string[];
  otherwise: Answer;
  run: (who: Actor, id: string) => PromiseLike<{ data: unknown; error: unknown }>;
};
const other = await application(ours, { applicant_id: otherApplicant.id });
const templateOf = async () =>
  (
    await database.asService.query<{ id: string }>({
      text: `insert into public.application_templates (company_id, name, body)
        values ($1, gen_random_uuid()::text, 'Hello {name}') returning id`,
      values: [ours.id],
    })
  ).rows[0]?.id ?? '';

const acts: Record<string, Act> = {
  'read the row': {
    by: team,
    otherwise: 'nothing',
    run: (who, id) => who.client.from('applications').select('id').eq('id', id),
  },
  'write the row': {
    by: [],
    otherwise: 'refused',
    run: (who, id) =>
      who.client.from('applications').update({ state: 'hired' }).eq('id', id).select('id'),
  },
  'insert a row': {
    by: [],
    otherwise: 'refused',
    run: (who) =>
      who.client.from('applications').insert({
        job_title: 'x',
        company_id: ours.id,
        company_name: 'x',
        name: 'x',
        email: 'x@people.example',
      }),
  },
  'delete the row': {
    by: [],
    otherwise: 'refused',
    run: (who, id) => who.client.from('applications').delete().eq('id', id).select('id'),
  },
  'read what became of it': {
    by: team,
    otherwise: 'nothing',
    run: (who, id) => who.client.from('application_events').select('id').eq('application_id', id),
  },
  'write what became of it': {
    by: [],
    otherwise: 'refused',
    run: (who, id) =>
      who.client.from('application_events').insert({ application_id: id, kind: 'state' }),
  },
  'read the notes': {
    by: team,
    otherwise: 'nothing',
    run: (who, id) => who.client.from('application_notes').select('id').eq('application_id', id),
  },
  'write a note': {
    by: recruiters,
    otherwise: 'refused',
    run: (who, id) =>
      who.client
        .from('application_notes')
        .insert({ application_id: id, body: 'Good.' })
        .select('body')
        .single(),
  },
  'change a note': {
    by: [],
    otherwise: 'refused',
    run: (who, id) =>
      who.client
        .from('application_notes')
        .update({ body: 'Bad.' })
        .eq('application_id', id)
        .select('id'),
  },
  'remove a note of somebody else': {
    by: [],
    otherwise: 'nothing',
    run: (who, id) =>
      who.client.from('application_notes').delete().eq('application_id', id).select('id'),
  },
  'remove an own note': {
    by: recruiters,
    otherwise: 'nothing',
    run: async (who, id) => {
      await database.asService.query({
        text: 'update public.application_notes set author_id = $2 where application_id = $1',
        values: [id, who.id ?? null],
      });
      return who.client.from('application_notes').delete().eq('application_id', id).select('id');
    },
  },
  'read the stars': {
    by: team,
    otherwise: 'nothing',
    run: (who, id) =>
      who.client.from('application_stars').select('user_id').eq('application_id', id),
  },
  star: {
    by: recruiters,
    otherwise: 'refused',
    run: (who, id) =>
      who.client
        .from('application_stars')
        .insert({ application_id: id })
        .select('user_id')
        .single(),
  },
  'read all about it': {
    by: team,
    otherwise: 'nothing',
    run: (who, id) => who.client.rpc('read_application', { application: id }),
  },
  'list it': {
    by: team,
    otherwise: 'nothing',
    run: async (who, id) => {
      const { data, error } = await who.client.rpc('list_applications', { job: ours.jobId });
      return { data: data?.filter((row) => row.id === id) ?? null, error };
    },
  },
  'count it': {
    by: [...team, 'colleague who applied'],
    otherwise: 'nothing',
    run: async (who) => {
      const { data, error } = await who.client.rpc('count_applications', { job: ours.jobId });
      const sum = Object.values((data ?? {}) as Record<string, number>).reduce((a, b) => a + b, 0);
      return { data: sum > 0 ? [sum] : null, error };
    },
  },
  'see its posting in the inbox': {
    by: [...team, 'colleague who applied'],
    otherwise: 'nothing',
    run: async (who) => {
      const { data, error } = await who.client.rpc('postings_with_applications');
      return { data: data?.filter((row) => row.id === ours.jobId) ?? null, error };
    },
  },
  'take it away as a file': {
    by: team,
    otherwise: 'nothing',
    run: async (who, id) => {
      const { rows } = await database.asService.query<{ email: string }>({
        text: 'select email from public.applications where id = $1',
        values: [id],
      });
      const { data, error } = await who.client.functions.invoke('applications-file', { body: {} });
      return { data: data?.csv.includes(rows[0]?.email) ? [1] : null, error };
    },
  },
  'say that it was looked at': {
    by: team,
    otherwise: 'nothing',
    run: async (who, id) => {
      await database.asService.query({
        text: 'update public.applications set looked_at = null where id = $1',
        values: [id],
      });
      const { error } = await who.client.rpc('look_at_application', { application: id });
      const { rows } = await database.asService.query({
        text: 'select from public.applications where id = $1 and looked_at is not null',
        values: [id],
      });
      return { data: rows, error };
    },
  },
  'move it': {
    by: recruiters,
    otherwise: 'refused',
    run: (who, id) =>
      who.client.rpc('move_application', { application: id, seen: 'new', wanted: 'review' }),
  },
  'mark it as spam': {
    by: recruiters,
    otherwise: 'refused',
    run: async (who, id) => {
      const { error } = await who.client.rpc('mark_application_spam', {
        application: id,
        is_spam: true,
      });
      return { data: error ? null : [1], error };
    },
  },
  'decline it among others': {
    by: recruiters,
    otherwise: 'nothing',
    run: async (who, id) => {
      const { data, error } = await who.client.rpc('decline_applications', {
        applications: [id],
        words: 'Thank you, {name}.',
      });
      return { data: data ? [data] : null, error };
    },
  },
  'write to the applicant': {
    by: recruiters,
    otherwise: 'refused',
    run: (who, id) =>
      who.client.functions.invoke('message-applicant', {
        body: { applicationId: id, message: 'Good morning.' },
      }),
  },
  'read the templates': {
    by: [...team, 'colleague who applied'],
    otherwise: 'nothing',
    run: async (who) => {
      const id = await templateOf();
      return who.client.from('application_templates').select('id').eq('id', id);
    },
  },
  'write a template': {
    by: [...recruiters, 'colleague who applied'],
    otherwise: 'refused',
    run: (who) =>
      who.client
        .from('application_templates')
        .insert({ company_id: ours.id, name: crypto.randomUUID(), body: 'Hello' })
        .select('id')
        .single(),
  },
  'change a template': {
    by: [...recruiters, 'colleague who applied'],
    otherwise: 'nothing',
    run: async (who) => {
      const id = await templateOf();
      return who.client
        .from('application_templates')
        .update({ body: 'Hi' })
        .eq('id', id)
        .select('id');
    },
  },
  'remove a template': {
    by: [...recruiters, 'colleague who applied'],
    otherwise: 'nothing',
    run: async (who) => {
      const id = await templateOf();
      return who.client.from('application_templates').delete().eq('id', id).select('id');
    },
  },
  'read how the company answers': {
    by: names,
    otherwise: 'refused',
    run: async (who) => {
      const { error } = await who.client.rpc('company_answers', { company: ours.id });
      return { data: error ? null : [1], error };
    },
  },
};

function outcome({ data, error }: { data: unknown; error: unknown }): Answer {
  if (error) return 'refused';
  return data === null || data === '' || (Array.isArray(data) && data.length === 0)
    ? 'nothing'
    : 'done';
}

const cells = Object.entries(acts).flatMap(([name, act]) =>
  names.map((who) => ({ name, act, who })),
);

describe('with an application, its notes, stars and templates', () => {
  it.each(cells)('$who: $name', async ({ act, who }) => {
    const person = people[who] as Actor;
    const mine = { 'colleague who applied': insider.id }[who];
    const id = await application(ours, { applicant_id: mine ?? null });
    if (!mine) {
      await database.asService.query({
        text: `delete from public.applications where applicant_id = $1 and job_id = $2`,
        values: [applicant.id, ours.jobId],
      });
      await database.asService.query({
        text: 'update public.applications set applicant_id = $2 where id = $1',
        values: [id, applicant.id],
      });
    }
    for (const text of [
      `insert into public.application_events (application_id, kind) values ($1, 'applied')`,
      `insert into public.application_notes (application_id, body) values ($1, 'Known')`,
      `insert into public.application_stars (application_id, user_id) values ($1, '${theirs.admin.id}')`,
    ]) {
      await database.asService.query({ text, values: [id] });
    }
    const got = outcome(await act.run(person, id));
    // Visitors are refused where others find nothing.
    const otherwise = who === 'visitor' && act.otherwise === 'nothing' ? 'refused' : act.otherwise;
    expect(got).toBe(act.by.includes(who) ? 'done' : otherwise);
    await database.asService.query({
      text: 'delete from public.applications where id = $1',
      values: [id],
    });
  });

  it('is all visible to the site’s own tools', async () => {
    const { data } = await actors.staff.client.from('applications').select('id').eq('id', other);
    expect(data).toEqual([{ id: other }]);
  });

  it('does not exist for the company before it is confirmed', async () => {
    const id = await application(ours, { state: 'unconfirmed' });
    for (const name of [
      'read the row',
      'list it',
      'read all about it',
      'decline it among others',
    ]) {
      expect(outcome(await (acts[name] as Act).run(ours.admin, id))).toBe('nothing');
    }
    for (const name of ['move it', 'write a note', 'star', 'write to the applicant']) {
      expect(outcome(await (acts[name] as Act).run(ours.admin, id))).toBe('refused');
    }
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
