import { jobRow } from './jobs.ts';
import { docxOf } from './resumes.ts';
import type { openTestApi } from './test-api.ts';

type Api = Awaited<ReturnType<typeof openTestApi>>;
type Person = Awaited<ReturnType<Api['actors']['signedIn']>>;

export const resume = docxOf(['Sam Sample', 'Inpatient Coder', 'Durham, NC', 'Skills: CPT, HCPCS']);
export const questions = [
  { kind: 'yes-no', question: 'Can you work nights?', options: [], needed: true, wanted: ['Yes'] },
  { kind: 'choice', question: 'Which encoder?', options: ['A', 'B'], needed: false, wanted: [] },
];

export const tokenIn = (text: string) => text.match(/\/application\?token=([\w-]+)/)?.[1] ?? '';

/** A posting that takes applications here, and the ways to apply to it. */
export async function openApplying({ actors, asAdmin, fetch, post }: Api) {
  const poster = await actors.signedIn();

  async function postJob(changes: Record<string, unknown> = {}) {
    const { data, error } = await poster.client
      .from('jobs')
      .insert(
        jobRow(poster.id, {
          application_url: null,
          applies_here: true,
          questions,
          ...changes,
        }) as never,
      )
      .select('id')
      .single();
    if (error) throw error;
    return data.id;
  }

  const jobId = await postJob();
  let clients = 0;
  function newAddress() {
    clients += 1;
    return `198.51.100.${clients}`;
  }

  async function applyAsGuest(
    given: Record<string, unknown> = {},
    file: Uint8Array<ArrayBuffer> = resume,
    name = 'my resume.docx',
    address = newAddress(),
  ) {
    const body = new FormData();
    const answers = { 'Can you work nights?': 'Yes' };
    body.set(
      'application',
      JSON.stringify({
        jobId,
        name: 'Gwen Guest',
        email: 'gwen@people.example',
        answers,
        ...given,
      }),
    );
    body.set('resume', new File([file], name));
    const response = await fetch('/functions/v1/apply-as-guest', {
      method: 'POST',
      body,
      headers: { 'x-client-address': address },
    });
    return {
      status: response.status,
      body: (await response.json()) as { code?: string; error?: string },
    };
  }

  async function applyAs({ client }: Person, given: Record<string, unknown> = {}) {
    const { data, error } = await client.functions.invoke('apply-for-job', {
      body: {
        jobId,
        name: 'Carla Candidate',
        answers: { 'Can you work nights?': 'Yes' },
        withProfile: true,
        withResume: true,
        ...given,
      },
    });
    if (!error) return { ...data, code: undefined };
    return { code: (await error.context.json()).code as string };
  }

  async function withProfile(person: Person) {
    const { error } = await person.client
      .from('candidate_profiles')
      .insert({ user_id: person.id, headline: 'Inpatient coder', salary_expectations: '$90,000' });
    if (error) throw error;
  }

  async function newestToken(address: string) {
    const [mail] = await post.sentTo(address);
    return tokenIn(mail?.text ?? '');
  }

  async function byLink(token: string, act?: string) {
    const response = await fetch('/functions/v1/application-by-link', {
      method: 'POST',
      body: JSON.stringify({ token, act }),
      headers: { 'x-client-address': newAddress() },
    });
    return { status: response.status, body: await response.json() };
  }

  async function rowsOf(text: string, values: unknown[] = []) {
    // biome-ignore lint/suspicious/noExplicitAny: each query has rows of its own.
    let rows: any[] = [];
    await asAdmin(async (admin) => {
      ({ rows } = await admin.query(text, values));
    });
    return rows;
  }

  async function upload({ client }: Person, file: Uint8Array<ArrayBuffer> = resume) {
    const body = new FormData();
    body.set('resume', new File([file], '../../my "resume".docx'));
    const { data, error } = await client.functions.invoke('keep-resume', { body });
    if (error) throw new Error(JSON.stringify(await error.context.json()));
    return data;
  }

  return {
    poster,
    jobId,
    postJob,
    applyAsGuest,
    applyAs,
    withProfile,
    newestToken,
    byLink,
    rowsOf,
    upload,
  };
}
