import { ownApplicationSchema } from '#domain/applications/application-schemas.ts';
import { ApiError } from '../errors.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import { refusalOf } from '../messages/message-text.ts';

type Written = { application_id: string; is_repeat: boolean };

/** Applies for somebody with an account, with the parts of the profile and the resume that they have reviewed. */
export const applyForJob: ServerFunction = async ({ database }, { request, caller }) => {
  if (caller.role !== 'authenticated') throw new ApiError('no_authorization');
  const { jobId, withProfile, withResume, ...given } = await readBody(
    request,
    ownApplicationSchema,
  );
  const { rows } = await database
    .askAs<Written>(caller, {
      name: 'apply-for-job',
      text: 'select * from private.apply_for_job($1, $2, $3, $4)',
      values: [jobId, JSON.stringify(given), withProfile, withResume],
    })
    .catch(refusalOf);
  const [written] = rows;
  return { id: written?.application_id, isRepeat: written?.is_repeat ?? false };
};
