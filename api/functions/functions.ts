import type { Caller } from '#database/database.ts';
import { noteOfRequest, notingApart } from '#database/request-notes.ts';
import type { AuthSettings } from '../auth/context.ts';
import { siteUrlFor } from '../auth/redirects.ts';
import { ApiError, wrongMethod } from '../errors.ts';
import { nothingHere } from '../staff/as-staff.ts';
import { subjects } from '../subjects.ts';
import { unkept } from '../unkept.ts';
import type { FunctionCall, Functions } from './context.ts';

/** By the name in the path. */
const functions = new Map(subjects.flatMap((subject) => Object.entries(subject.functions)));
/** These answer everybody who may not call them as if they did not exist. */
const hidden = new Map(subjects.flatMap((subject) => Object.entries(subject.hidden ?? {})));
const withoutSession = new Map(
  subjects.flatMap((subject) => Object.entries(subject.withoutSession ?? {})),
);

type Dependencies = Functions & { settings: AuthSettings };

/** /functions/v1/…: what cannot be done through the table API, one file each. */
export function createFunctions({ settings, ...context }: Dependencies) {
  return async (request: Request, caller: Caller): Promise<Response> => {
    const url = new URL(request.url);
    const name = nameIn(url.pathname);
    const known = functions.get(name);
    if (known && request.method !== 'POST') throw wrongMethod('POST');
    if (!known && request.method !== 'POST') throw new ApiError('not_found');
    // A missing function takes as long to answer as a hidden one.
    const answer = known ?? hidden.get(name) ?? nothingHere;
    const call: FunctionCall = { request, caller, siteUrl: siteUrlFor(settings, url) };
    const isThere = answer !== nothingHere;
    noteOfRequest({ route: `/functions/v1/${isThere ? name : ':name'}` });
    const run = () => answer(context, call);
    const body = (await (isThere ? run() : notingApart(run))) ?? {};
    return Response.json(body, { headers: unkept });
  };
}

/** Functions have a short error format of their own. */
export function functionErrorResponse(
  { code, message, status }: ApiError,
  pathname: string,
): Response {
  // The gate refuses before the function runs, and does not know the function's messages.
  const words = code === 'session_not_found' ? withoutSession.get(nameIn(pathname)) : undefined;
  return Response.json({ error: words ?? message, code }, { status, headers: unkept });
}

function nameIn(pathname: string): string {
  return pathname.replace(/^\/functions\/v1\//, '');
}
