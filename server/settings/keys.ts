import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';
import { StartError } from '#database/start-error.ts';
import type { Config } from './config.ts';

const signingKey = z
  .object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    alg: z.literal('ES256'),
    kid: z.string().min(1),
    x: z.string(),
    y: z.string(),
    d: z.string(),
  })
  .readonly();

const keysSchema = z.object({
  /** For browsers: the caller is `anon` until a bearer token says who they are. */
  publishableKey: z.string(),
  /** For trusted servers: the caller is `service_role`. */
  secretKey: z.string(),
  /** The first one signs access tokens; all of them verify. */
  jwtKeys: z.array(signingKey).min(1),
});

export type Keys = z.infer<typeof keysSchema>;

/** Keys from the settings; what is missing there is made once and kept in the data folder. */
export async function loadKeys(config: Config): Promise<Keys> {
  const given = {
    publishableKey: config.publishableKey,
    secretKey: config.secretKey,
    jwtKeys: parseJwtKeys(config.jwtKeys),
  };
  const complete = keysSchema.safeParse(given);
  if (complete.success) return complete.data;

  const kept = await keptKeys(join(config.dataDir, 'keys.json'));
  return {
    publishableKey: given.publishableKey ?? kept.publishableKey,
    secretKey: given.secretKey ?? kept.secretKey,
    jwtKeys: given.jwtKeys ?? kept.jwtKeys,
  };
}

async function keptKeys(path: string): Promise<Keys> {
  if (!existsSync(path)) {
    const made: Keys = {
      publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
      secretKey: `sb_secret_${randomBytes(32).toString('base64url')}`,
      jwtKeys: [await makeSigningKey()],
    };
    const draft = `${path}.${randomUUID()}`;
    try {
      // Readable by the owner alone, and there whole or not at all, also for a start beside this one.
      writeFileSync(draft, JSON.stringify(made, null, 2), { mode: 0o600 });
      linkSync(draft, path);
    } catch (error) {
      // The keys of a start that was quicker stay.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  try {
    return keysSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new StartError(
      `The keys in ${path} cannot be read. Restore the file, or delete it to have new keys made (everybody must then sign in again).`,
    );
  }
}

export async function makeSigningKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return signingKey.parse({
    ...(await exportJWK(privateKey)),
    alg: 'ES256',
    kid: randomBytes(8).toString('hex'),
  });
}

function parseJwtKeys(text: string | undefined): Keys['jwtKeys'] | undefined {
  if (!text) return undefined;
  try {
    return keysSchema.shape.jwtKeys.parse(JSON.parse(text));
  } catch {
    throw new StartError(
      'The setting JWT_KEYS is wrong: it must be a JSON list of private ES256 keys, each with a kid.',
    );
  }
}
