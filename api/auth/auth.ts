import { Hono } from 'hono';
import type { JWK } from 'jose';
import type { Caller, Database } from '#database/database.ts';
import { noteOfRequest } from '#database/request-notes.ts';
import { clientOf } from '../client.ts';
import { ApiError, wrongMethod } from '../errors.ts';
import { createLimits } from '../limits/limits.ts';
import { pepperFrom } from '../secrets.ts';
import { cameSecond } from './came-second.ts';
import type { Auth, AuthDependencies } from './context.ts';
import { siteUrlFor } from './redirects.ts';
import { routes } from './routes.ts';
import { createAccessTokens } from './sessions/access-token.ts';

export type AuthFoundation = {
  database: Database;
  keys: { secretKey: string; jwtKeys: readonly JWK[] };
};

export function prepareAuth(
  { database, keys }: AuthFoundation,
  dependencies: AuthDependencies,
): Auth {
  return {
    ...dependencies,
    database,
    jwtKeys: keys.jwtKeys,
    tokens: createAccessTokens(keys.jwtKeys, dependencies.settings.accessTokenSeconds),
    limits: createLimits(database, dependencies.settings.limits),
    pepper: pepperFrom(keys.secretKey),
  };
}

/** The authentication service, /auth/v1, compatible with the official client. */
export function createAuth(auth: Auth): (request: Request, caller: Caller) => Promise<Response> {
  const app = new Hono<{ Bindings: { caller: Caller } }>({ strict: false }).basePath('/auth/v1');
  for (const [method, path, endpoint] of routes) {
    app.on(method, path, async ({ req, env }) => {
      noteOfRequest({ route: `/auth/v1${path}` });
      const url = new URL(req.url);
      return endpoint(auth, {
        request: req.raw,
        url,
        caller: env.caller,
        client: clientOf(req.raw),
        siteUrl: siteUrlFor(auth.settings, url),
        params: req.param(),
      });
    });
  }
  for (const [, path] of routes) {
    app.all(path, () => {
      const methods = routes.flatMap(([method, other]) => (other === path ? method : []));
      throw wrongMethod(...methods);
    });
  }
  app.notFound(() => {
    throw new ApiError('not_found');
  });
  // Errors are left to the API, which answers in the format of the service that was called.
  app.onError((error) => {
    throw cameSecond(error) ?? error;
  });
  return async (request, caller) => app.fetch(request, { caller });
}
