import { z } from 'zod';
import * as links from '#domain/site/links.ts';
import { exportAccount } from '../../account/account-export.ts';
import { findAccount } from '../../auth/accounts.ts';
import { note } from '../../auth/audit.ts';
import { clientOf } from '../../client.ts';
import { ApiError } from '../../errors.ts';
import { readBody, type ServerFunction } from '../../functions/context.ts';
import { randomToken, sha256 } from '../../secrets.ts';
import type { Work } from '../../subject.ts';
import { staffAct } from '../as-staff.ts';
import { onPerson, subjectOf } from './person-acts.ts';

/** The person gets a link at their proved address; staff never get the file. */
export const sendExport = staffAct('send-export', {
  input: onPerson,
  on: ({ person }) => person,
  async run({ session, input: { person } }) {
    await session.query({ text: 'select staff.ask_export($1)', values: [person] });
    return { entry: { subject: subjectOf(person) } };
  },
});

export async function mailExport({ database, siteUrl, sendMail }: Work, { id }: { id: string }) {
  const token = randomToken();
  const { rows } = await database.asService.query<{ email: string }>({
    text: 'select email from staff.tell_export($1, $2)',
    values: [id, sha256(token)],
  });
  const to = rows[0]?.email;
  if (!to) return;
  const link = siteUrl + links.withToken(links.takeExport, token);
  await sendMail({ kind: 'export-ready', to, link });
}

const schema = z.object({ token: z.string().min(20).max(100) });

/** Called by the page of that link: anybody who has the link gets the copy, for seven days. */
export const takeExport: ServerFunction = async (functions, { request, siteUrl }) => {
  await functions.limits.take('exportByLink', clientOf(request).counted);
  const { token } = await readBody(request, schema);
  const { asService } = functions.database;
  const { rows } = await asService.query<{ person: string | null }>({
    text: 'select staff.take_export($1) as person',
    values: [sha256(token)],
  });
  const person = rows[0]?.person;
  const account = person ? await findAccount(asService, 'id', person) : undefined;
  if (!account) throw new ApiError('not_found', 'This link no longer works. Ask for another one.');
  await note(asService, clientOf(request), account, 'user_exported', { by: 'link' });
  return exportAccount(functions, account, siteUrl);
};
