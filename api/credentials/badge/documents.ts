import type { Database } from '#database/database.ts';
import { type CheckAnswer, sentenceOf } from '#domain/credentials/credential-check.ts';
import * as links from '#domain/site/links.ts';
import { answerPreflight } from '../../cors.ts';
import { achievementDocument } from './credential.ts';
import type { Issuer } from './issuer.ts';
import { type AskLists, createLists } from './lists.ts';
import { sealOf } from './make-file.ts';
import { readType } from './read-types.ts';
import { listKeptFor } from './status-list.ts';

type Dependencies = {
  database: Database;
  issuer: Issuer;
  siteUrl: string;
  /** Calls the function with this name as a visitor. */
  callFunction: (name: string, body: object, request: Request) => Promise<Response>;
};

/** The machine-readable versions of credentials, at the URLs of the pages that show the same to people. */
export function createCredentialDocuments({
  database,
  issuer,
  siteUrl,
  callFunction,
}: Dependencies) {
  const lists = createLists(database, issuer);

  return async (request: Request, url: URL): Promise<Response | undefined> => {
    const found = find(url.pathname, request.headers.get('accept') ?? '');
    if (!found) return undefined;
    if (request.method === 'OPTIONS') return answerPreflight(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const response = await answer(found, request, url);
    response.headers.set('access-control-allow-origin', '*');
    response.headers.append('vary', 'Accept');
    // Our own proxy caches by URL alone (deploy/nginx.conf), and would show people what was sent to a program.
    if (found.isNegotiated) response.headers.set('x-accel-expires', '0');
    return response;
  };

  async function answer(found: Found, request: Request, url: URL): Promise<Response> {
    switch (found.kind) {
      case 'status':
        return answerList(lists, found);
      case 'achievement':
        return answerAchievement(found);
      case 'check': {
        const issue = Number(url.searchParams.get('issue')?.match(/^[1-9]\d{0,4}$/)?.[0]);
        const body = { number: found.number, ...(issue && { issue }) };
        return answerCheck(await callFunction('check-credential', body, request), siteUrl);
      }
    }
  }

  async function answerAchievement({
    code,
    version,
    form,
  }: Extract<Found, { kind: 'achievement' }>) {
    const known = await readType(database, { role: 'anon', claims: {} }, { code, version });
    if (!known) return json({ error: 'There is no such credential.' }, 404, 'no-store');
    if (form === 'json') {
      return json(achievementDocument(issuer, known.type), 200, keptLong, 'application/ld+json');
    }
    const seal = (await sealOf(known.type))[form];
    const type = form === 'png' ? 'image/png' : 'image/svg+xml';
    return new Response(typeof seal === 'string' ? seal : new Uint8Array(seal), {
      headers: { 'content-type': type, 'cache-control': keptLong },
    });
  }
}

/** Versions never change. */
const keptLong = 'public, max-age=86400';

type Found = (
  | { kind: 'status'; purpose: 'revocation' | 'suspension'; list: number }
  | { kind: 'achievement'; code: string; version: number; form: 'json' | 'png' | 'svg' }
  | { kind: 'check'; number: string }
) & {
  /** Shares the URL of a page. */
  isNegotiated?: boolean;
};

const statusShape = new RegExp(
  `^${links.credentialStatus('(revocation|suspension)', '([1-9]\\d{0,3})')}$`,
);
const typeShape = new RegExp(
  `^${links.credentialType('([a-z\\d-]{2,20})', '([1-9]\\d{0,3})')}(?:\\.(json|png|svg))?$`,
  'i',
);
const checkShape = new RegExp(`^${links.verifyNumber('([^/]{1,100}?)')}(\\.json)?$`, 'i');

/** The page answers requests from browsers; this answers those that ask for JSON. */
function find(pathname: string, accepted: string): Found | undefined {
  const wantsJson =
    /\bapplication\/(ld\+)?json\b/.test(accepted) && !accepted.includes('text/html');
  const [, purpose, list] = pathname.match(statusShape) ?? [];
  if (purpose) return { kind: 'status', purpose: purpose as StatusPurpose, list: Number(list) };
  const [, code, version, named] = pathname.match(typeShape) ?? [];
  const form = named?.toLowerCase() ?? (wantsJson ? 'json' : undefined);
  if (code && form) {
    return {
      kind: 'achievement',
      code,
      version: Number(version),
      form: form as 'json',
      isNegotiated: !named,
    };
  }
  const [, number, isJson] = pathname.match(checkShape) ?? [];
  if (number && (isJson || wantsJson)) return { kind: 'check', number, isNegotiated: !isJson };
  return undefined;
}

type StatusPurpose = Extract<Found, { kind: 'status' }>['purpose'];

async function answerList(ask: AskLists, { purpose, list }: Extract<Found, { kind: 'status' }>) {
  const signed = await ask(purpose, list);
  if (!signed) return json({ error: 'There is no such list.' }, 404, 'no-store');
  return new Response(signed, {
    headers: {
      'content-type': 'application/vc+jwt',
      'cache-control': `public, max-age=${listKeptFor}`,
    },
  });
}

async function answerCheck(response: Response, siteUrl: string): Promise<Response> {
  const body = await response.json();
  const retryAfter = response.headers.get('retry-after');
  if (!response.ok) {
    const isTyped = response.status === 400;
    const error = isTyped
      ? 'This is not a credential number: it has 13 letters and digits, the last of which checks the others.'
      : body.error;
    const refused = json({ error }, isTyped ? 422 : response.status, 'no-store');
    if (retryAfter) refused.headers.set('retry-after', retryAfter);
    return refused;
  }
  const check: CheckAnswer = body;
  return json({ ...inSnakeCase(check, siteUrl), checked_at: check.checkedAt }, 200, 'no-store');
}

/** In the naming style of the other machine-readable documents. */
function inSnakeCase(check: CheckAnswer, siteUrl: string) {
  const { number, issuer, isValid, state } = check;
  const page = siteUrl + links.verifyNumber(number);
  const common = {
    number,
    is_valid: isValid,
    state,
    sentence: sentenceOf(check),
    issuer,
    page,
  };
  if (check.state === 'unknown') return common;
  const { type, successor } = check;
  return {
    ...common,
    holder: check.holder,
    title: check.title,
    type: type.code,
    version: type.version,
    achievement: siteUrl + type.page,
    hours: type.hours,
    criteria: type.criteria,
    awarded_on: check.awardedOn,
    expires_on: check.expiresOn ?? null,
    state_since: check.stateSince ?? null,
    newest_issue: check.issue,
    replaced_by: successor ? siteUrl + links.verifyNumber(successor) : null,
    ...(check.isSample && { is_sample: true }),
  };
}

function json(body: object, status: number, kept: string, type = 'application/json'): Response {
  return Response.json(body, {
    status,
    headers: { 'content-type': type, 'cache-control': kept, 'x-robots-tag': 'noindex' },
  });
}
