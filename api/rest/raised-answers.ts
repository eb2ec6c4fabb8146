import { RestError } from './rest-errors.ts';

type Raised = { message: string; detail?: string | null };

/** `raise sqlstate 'PGRST'`: a function defines the whole error response itself. */
export function raisedAnswer({ message, detail }: Raised): RestError {
  const said = readObject(message);
  if (typeof said?.code !== 'string' || typeof said.message !== 'string') {
    return unreadable(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  const wish = readObject(detail ?? '');
  const status = Number(wish?.status);
  const headers = wish?.headers;
  if (!wish || !(status >= 200 && status <= 599) || !isHeaders(headers)) {
    return unreadable(
      detail
        ? `Invalid JSON value for DETAIL: '${detail}'`
        : 'DETAIL is missing in the RAISE statement',
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    );
  }
  const { code, details = null, hint } = said;
  return new RestError(code, Math.trunc(status), {
    message: said.message,
    details,
    hint: typeof hint === 'string' ? hint : null,
    headers,
  });
}

function unreadable(details: string, hint: string): RestError {
  return new RestError('PGRST121', 500, {
    message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
    details,
    hint,
  });
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function isHeaders(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(
    ([name, text]) =>
      typeof text === 'string' && /^[\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(text),
  );
}
