import type { Page } from '@playwright/test';
import type { Database } from '#database/database.ts';
import { callAuth, newPerson } from './people-on-screen.ts';
import { docxOf } from './resumes.ts';
import { testKeys } from './test-keys.ts';

export const resume = {
  name: 'resume.docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: Buffer.from(
    docxOf([
      'Gwen Guest',
      'Denials Manager',
      'Durham, NC',
      'Skills: CPT, SQL',
      'Certifications: CPC',
    ]),
  ),
};
export const question = 'Can you work nights?';

/** A posting that takes applications on this site. */
export async function postJob(baseUrl: string): Promise<{ id: string; title: string }> {
  const poster = await newPerson(baseUrl);
  const { access_token, user } = await callAuth(baseUrl, '/token?grant_type=password', poster);
  const title = `Denials Analyst ${crypto.randomUUID().slice(0, 8)}`;
  const response = await fetch(`${baseUrl}/rest/v1/jobs?select=id`, {
    method: 'POST',
    headers: {
      apikey: testKeys.publishableKey,
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    body: JSON.stringify({
      title,
      company: `Clinic ${crypto.randomUUID().slice(0, 8)}`,
      location: 'Charlotte, NC',
      applies_here: true,
      questions: [{ kind: 'yes-no', question, options: [], needed: true, wanted: ['Yes'] }],
      description: 'Find the root causes behind payer denials and write the appeals.',
      contact_name: 'Sample Recruiter',
      contact_email: 'talent@clinic.example',
      posted_by: user.id,
    }),
  });
  const [row] = await response.json();
  return { id: row.id, title };
}

/** As if the employer edited the posting while somebody is applying. */
export async function askOtherwise(server: { database: Database }, id: string) {
  const asked = {
    kind: 'yes-no',
    question: 'Do you need a visa?',
    options: [],
    needed: true,
    wanted: [],
  };
  await server.database.asService.query({
    text: 'update public.jobs set questions = $2 where id = $1',
    values: [id, JSON.stringify([asked])],
  });
}

export async function openLink(page: Page, mail: { text: string }) {
  const link = mail.text.match(/https?:\S+\/application\?token=[\w-]+/)?.[0] ?? '';
  const { pathname, search } = new URL(link);
  await page.goto(pathname + search);
}
