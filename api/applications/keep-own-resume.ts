import { ApiError } from '../errors.ts';
import type { ServerFunction } from '../functions/context.ts';
import { readForm } from './read-form.ts';
import { keepResume, readUpload } from './resume/keep-resume.ts';
import { proposeProfile } from './resume/propose-profile.ts';

/** Replaces the caller's resume, and answers what it seems to say about them. */
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
    /** A scan has no text, so finding nothing in it says nothing about the person. */
    hasText: text.trim() !== '',
  };
};
