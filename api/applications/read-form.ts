import { ApiError } from '../errors.ts';
import { isSmallForm } from '../small-form.ts';

/** A form with a file; the door and `api.ts` have bounded it. */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  const body = Buffer.from(await request.arrayBuffer());
  const refusal = new ApiError('invalid_input', 'The body is not a form.');
  if (!/^multipart\/form-data/i.test(type) || !isSmallForm(body, type)) throw refusal;
  return new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw refusal;
  });
}
