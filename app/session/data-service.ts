export type DataService = { supabaseUrl: string; supabaseKey: string };

let service: Promise<DataService> | undefined;

/** Where the data service is, and the key that every visitor may have. */
export function findDataService(): Promise<DataService> {
  service ??= readDataService().catch((error: unknown) => {
    service = undefined;
    throw error;
  });
  return service;
}

async function readDataService(): Promise<DataService> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(unreachable);
  return response.json();
}

const unreachable = 'The site could not be reached. Try again in a moment.';

/** A call without the official client, which content pages do not load. Fails with the service's words. */
export async function callService(
  path: string,
  { token, headers, ...init }: RequestInit & { token?: string | undefined } = {},
): Promise<Response> {
  const { supabaseUrl, supabaseKey } = await findDataService();
  const response = await fetch(supabaseUrl + path, {
    ...init,
    headers: {
      apikey: supabaseKey,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(init.body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
  });
  if (response.ok) return response;
  const body: Record<string, unknown> = await response.json().catch(() => ({}));
  throw new ServiceError(
    String(body.msg ?? body.message ?? body.error ?? unreachable),
    response.status,
    String(body.error_code ?? body.code ?? ''),
  );
}

export class ServiceError extends Error {
  readonly status: number;
  /** As the service names the failure; empty where it names none. */
  readonly code: string;
  constructor(message: string, status: number, code: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
