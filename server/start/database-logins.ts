import type pg from 'pg';
import { readDatabaseAddress } from '#database/address.ts';
import { checkLogin } from '#database/check-login.ts';
import type { Logins } from '#database/lines/replicas.ts';
import { StartError } from '#database/start-error.ts';
import type { Config } from '../settings/config.ts';

/**
 * The owner of a given database, bypassing any pooler: migrations, the queue and commands hold
 * locks and listen on their own connection.
 */
export function givenAdmin({
  databaseUrl,
  databaseAround: { directUrl },
}: Pick<Config, 'databaseUrl' | 'databaseAround'>): pg.ClientConfig | undefined {
  if (directUrl) return readDatabaseAddress(directUrl, 'DATABASE_DIRECT_URL');
  return databaseUrl ? readDatabaseAddress(databaseUrl) : undefined;
}

/**
 * The setting that the owner's login came from: the one to check if the database cannot be reached.
 */
export const adminSetting = ({ databaseAround }: Pick<Config, 'databaseAround'>) =>
  databaseAround.directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';

/**
 * How the site logs in to the primary, both through the pooler and directly (`direct`), and to the
 * replicas, which know the same login.
 */
export async function loginsOf(
  { databaseUrl, databaseAround }: Pick<Config, 'databaseUrl' | 'databaseAround'>,
  direct: pg.ClientConfig,
): Promise<Logins> {
  const { directUrl, replicaUrls, prepares } = databaseAround;
  const { user, password } = direct;
  const through = (address: string, setting?: string) => ({
    ...readDatabaseAddress(address, setting),
    user,
    password,
  });
  const isPooled = databaseUrl !== undefined && directUrl !== undefined;
  const primary = isPooled ? through(databaseUrl) : direct;
  // A pooler that logs people in as somebody else must be found out before anybody is served.
  if (isPooled) await checkPooled(primary);
  return {
    primary: { ...primary, direct, prepares },
    replicas: replicaUrls.map((address) => ({
      ...through(address, 'DATABASE_REPLICA_URLS'),
      prepares,
    })),
  };
}

/**
 * A pooler knows the role only if it was configured, which is possible only after the first start.
 */
async function checkPooled(login: pg.ClientConfig) {
  try {
    await checkLogin(login);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { message, code } = error as Error & { code?: string };
    throw new StartError(
      `The pooler in DATABASE_URL does not let the site in as "${login.user}" (${message || code}). Check that it runs, and that its auth_file has that role: select role, password from deploy.login, in the database itself, as its owner (docs/deploy.md).`,
    );
  }
}
