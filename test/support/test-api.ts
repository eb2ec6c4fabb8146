import { afterAll } from 'vitest';
import { createApi } from '#api/api.ts';
import type { Payments } from '#api/billing/context.ts';
import type { ReadTxt } from '#api/companies/read-txt.ts';
import { createIssuer } from '#api/credentials/badge/issuer.ts';
import type { Running } from '#api/running.ts';
import { openDatabases } from '#database/lines/replicas.ts';
import { type Actors, createActors } from './actors.ts';
import { openDatabaseBehind } from './database-behind.ts';
import { asAdmin } from './engine.ts';
import { siteUrl } from './site-url.ts';
import { type AuthOverrides, testAuth } from './test-auth.ts';
import { testKeys } from './test-keys.ts';
import { openPost } from './test-post.ts';
import { testStorage } from './test-storage.ts';

/** The real API on a database of its own for this test file; both end with the file. */
export async function openTestApi({
  auth,
  payments,
  running,
  readTxt,
}: {
  auth?: AuthOverrides;
  payments?: Payments;
  running?: Running;
  readTxt?: ReadTxt;
} = {}) {
  const clone = await openDatabaseBehind();
  const database = openDatabases(clone.logins, { connections: 5 });
  const bugs: unknown[] = [];
  const storage = testStorage();
  const dependencies = {
    database,
    keys: testKeys,
    credentials: createIssuer(siteUrl, testKeys.credentialKeys),
    payments,
    running,
    readTxt,
    reportBug: (error: unknown) => bugs.push(error),
    auth: await testAuth(auth),
    storage,
  };
  const call = createApi(dependencies);
  const post = openPost(clone.admin, database, storage.files, payments, running?.setUp, readTxt);
  afterAll(async () => {
    await post.close();
    await database.close();
    await clone.drop();
    storage.clear();
  });
  const actors: Actors = createActors({ database, call, addPerson: clone.addPerson });
  return {
    database,
    /** Whether the tests run on a Supabase project, whose files are not ours. */
    isProjects: clone.addPerson !== undefined,
    /** What the API was created with, for a test that creates another one. */
    dependencies,
    call,
    actors,
    /** Mails and SMS that the site sent. */
    post,
    /** Unexpected failures, for a test to check. */
    bugs,
    login: clone.login,
    admin: clone.admin,
    /** Where uploaded files are. */
    storage,
    asAdmin: (work: Parameters<typeof asAdmin>[1]) => asAdmin(clone.admin, work),
    /** A request with the publishable key, as a visitor's browser sends it. */
    fetch: (path: string, init: RequestInit = {}) =>
      call(
        new Request(siteUrl + path, {
          ...init,
          headers: { apikey: testKeys.publishableKey, ...init.headers },
        }),
      ),
  };
}
