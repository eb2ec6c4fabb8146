import { ApiError } from '../errors.ts';
import type { ServerFunction } from '../functions/context.ts';
import { readForm } from './read-form.ts';
import { keepResume, readUpload } from './resume/keep-resume.ts';
import { proposeProfile } from './resume/propose-profile.ts';

/** Stores the caller's resume in place of the one before, and answers what it seems to say of them. */
export const keepOwnResume: ServerFunction = async (functions, { request, caller }) => {
  const { sub } = caller.claims;
  if (caller.role !== 'authenticated' || typeof sub !== 'string') {
    throw new ApiError('no_authorization');
  }
  await functions.limits.take('resume', sub);
  const form = await readForm(request);
  const upload = await readUpload(form.get('resume'), sub);
  const { fileName } = await keepResume(functions, sub, upload, async (_, resume) => resume);
  const { text } = upload;
  return {
    fileName,
    proposed: proposeProfile(text, new Date()),
    /** A scan has none: that nothing was found says nothing of who it is about. */
    hasText: text.trim() !== '',
  };
};
