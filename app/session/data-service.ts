import { unreachable } from '../ui/failure.ts';
import { dropEndedSession } from './drop-session.ts';
import { refusesToken } from './refuses-token.ts';
import { noteExpired } from './stored-session.ts';

export type DataService = {
  supabaseUrl: string;
  supabaseKey: string;
  /** Where the site's own functions are: on the same origin as the pages, even if the data is elsewhere. */
  functionsUrl: string;
};

let service: Promise<DataService> | undefined;

/** Where the data service is, and the public key. */
export function findDataService(): Promise<DataService> {
  service ??= readDataService().catch((error: unknown) => {
    service = undefined;
    throw error;
  });
  return service;
}

async function readDataService(): Promise<DataService> {
  const { supabaseUrl, supabaseKey, functionsUrl = supabaseUrl } = await readConfig();
  return {
    supabaseUrl: addressOf(supabaseUrl),
    supabaseKey,
    functionsUrl: addressOf(functionsUrl),
  };
}

/** Screens are rendered with it, because they need it at once; other pages may never need it. */
async function readConfig(): Promise<Config> {
  const { service } = document.body.dataset;
  if (service) return JSON.parse(service);
  const response = await reach('/config.json');
  if (!response.ok) throw new ServiceError(unreachable.message, response.status, '');
  return response.json();
}

type Config = Omit<DataService, 'functionsUrl'> & Partial<DataService>;

/** `/` stands for this page's own origin, whatever name the site was opened under. */
function addressOf(url: string): string {
  return new URL(url, location.origin).href.replace(/\/$/, '');
}

/** Throws with our own message instead of the browser's if the connection is lost. */
async function reach(address: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch {
    throw new ServiceError(unreachable.message, 0, '');
  }
}

/** Whether a network has answered instead of our API, which sends no HTML: a login page, or a filter's notice. */
export const isForeign = ({ ok, headers }: Response) =>
  ok && headers.get('content-type')?.startsWith('text/html') === true;

/** A call without the official client, which content pages do not load. Throws with the service's message. */
export async function callService(
  path: string,
  { token, headers, ...init }: RequestInit & { token?: string | undefined } = {},
): Promise<Response> {
  const { supabaseUrl, supabaseKey, functionsUrl } = await findDataService();
  const isFunction = path.startsWith('/functions/v1/');
  const response = await reach((isFunction ? functionsUrl : supabaseUrl) + path, {
    ...init,
    headers: {
      apikey: supabaseKey,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(init.body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
  });
  if (isForeign(response)) throw new ServiceError(unreachable.message, 0, '');
  if (response.ok) return response;
  const body: Record<string, unknown> = await response.json().catch(() => ({}));
  if (body.code === 'session_not_found' && !path.startsWith('/auth/v1/')) dropEndedSession(token);
  const code = String(body.error_code ?? body.code ?? '');
  const isRefused = refusesToken(code);
  if (isRefused) noteExpired(token);
  throw new ServiceError(
    isRefused ? renewing : String(body.msg ?? body.message ?? body.error ?? unreachable.message),
    response.status,
    code,
  );
}

/** Shown instead of “JWT expired”: the next request renews it. */
const renewing = 'Your sign-in needs to be renewed. Try again.';

export class ServiceError extends Error {
  /** 0 if nothing answered. */
  readonly status: number;
  /** The service's error code; empty if it gives none. */
  readonly code: string;
  constructor(message: string, status: number, code: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
