import { guestApplicationSchema } from '#domain/applications/application-schemas.ts';
import { clientOf } from '../client.ts';
import { parseBody, type ServerFunction } from '../functions/context.ts';
import { refusalOf } from '../messages/message-text.ts';
import { readForm } from './read-form.ts';
import { keepResume, readUpload } from './resume/keep-resume.ts';

/**
 * Applies for somebody without an account. The application counts once they open the link in the email. The answer
 * does not reveal whether the address has applied before.
 */
export const applyAsGuest: ServerFunction = async (functions, { request }) => {
  const form = await readForm(request);
  const { jobId, ...given } = parseBody(
    String(form.get('application') ?? ''),
    guestApplicationSchema,
  );
  const client = clientOf(request).counted;
  await functions.limits.take('guestApplication', client);
  const upload = await readUpload(form.get('resume'), client);
  await functions.limits.take('guestApplicationTo', given.email);
  await keepResume(functions, null, upload, (session, resume) =>
    session.query({
      text: 'select private.apply_as_guest($1, $2, $3)',
      values: [jobId, JSON.stringify(given), resume.id],
    }),
  ).catch(refusalOf);
  return { email: given.email };
};
