import { hasBody, refuse } from '../rest-errors.ts';

/**
 * The status and headers that a function, a trigger or a policy sets for the response, through settings of its
 * transaction.
 */
export type Said = { status?: number; headers: [name: string, value: string][] };

/** Only the server may set these: with other values the response could not be read. */
const ours = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive']);
const isToken = /^[\w!#$%&'*+.^`|~-]+$/;

export function readSaid(text: string | undefined): Said | undefined {
  if (text === undefined) return undefined;
  const [status = '', headers = '']: string[] = JSON.parse(text);
  return {
    status: status === '' ? undefined : readStatus(status),
    headers: headers === '' ? [] : readHeaders(headers),
  };
}

function readStatus(text: string): number {
  const status = Number(text);
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status;
  refuse('PGRST112', { message: 'response.status guc must be a valid status code' });
}

function readHeaders(text: string): Said['headers'] {
  const list = parse(text);
  if (!Array.isArray(list)) refuseHeaders();
  return list
    .map((item: unknown): [string, string] => {
      const [pair, ...more] = Object.entries(item ?? {});
      if (!pair || more.length > 0) refuseHeaders();
      const [name, value] = pair;
      if (typeof value !== 'string' || !isToken.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value))
        refuseHeaders();
      return [name, value];
    })
    .filter(([name]) => !ours.has(name.toLowerCase()));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    refuseHeaders();
  }
}

function refuseHeaders(): never {
  refuse('PGRST111', {
    message:
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  });
}

/** These headers replace ours; one can be set several times. */
export function withSaid(response: Response, said: Said | undefined): Response {
  if (!said) return response;
  for (const [name] of said.headers) response.headers.delete(name);
  for (const [name, value] of said.headers) response.headers.append(name, value);
  if (said.status === undefined) return response;
  return new Response(hasBody(said.status) ? response.body : null, {
    status: said.status,
    headers: response.headers,
  });
}
