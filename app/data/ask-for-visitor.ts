import type { DataClient } from './data.server.ts';

/** Calls a function on behalf of the visitor whose page this is: rate limits count per visitor, not for this server. */
export async function askForVisitor<Data>(
  client: DataClient,
  request: Request,
  name: string,
  body: Record<string, unknown> | FormData,
) {
  const { data, error, response } = await client.functions.invoke<Data>(name, {
    body,
    headers: { 'x-client-address': request.headers.get('x-client-address') ?? '' },
  });
  return { data, error: error as unknown, response, status: response?.status };
}
