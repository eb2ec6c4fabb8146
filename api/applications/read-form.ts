import { ApiError } from '../errors.ts';

/** A form with a file; the door and `api.ts` have bounded it. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw new ApiError('invalid_input', 'The body is not a form.');
  }
}
