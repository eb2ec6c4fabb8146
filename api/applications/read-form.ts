import { ApiError } from '../errors.ts';
import { isSmallForm, readFormType } from '../small-form.ts';

/** A form with a file; the server and `api.ts` have already limited its size. */
export async function readForm(request: Request): Promise<FormData> {
  const type = readFormType(request.headers.get('content-type'));
  const body = Buffer.from(await request.arrayBuffer());
  const refusal = new ApiError('invalid_input', 'The body is not a form.');
  if (!type || type.between === '&' || !isSmallForm(body, type)) throw refusal;
  return new Response(body, { headers: { 'content-type': type.header } }).formData().catch(() => {
    throw refusal;
  });
}
