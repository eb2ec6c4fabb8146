import { createPrivateKey, createPublicKey, randomBytes, randomUUID } from 'node:crypto';
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

type Point = { kty: string; crv: string; x: string; y: string; d?: string | undefined };

/** Numbers that form no valid key would otherwise fail the first sign-in instead of the start. */
function isKey({ kty, crv, x, y, d }: Point): boolean {
  try {
    const open = d === undefined ? createPublicKey : createPrivateKey;
    return Boolean(open({ key: { kty, crv, x, y, ...(d !== undefined && { d }) }, format: 'jwk' }));
  } catch {
    return false;
  }
}

const haveOwnNames = (keys: readonly { kid: string }[]) =>
  new Set(keys.map(({ kid }) => kid)).size === keys.length;

/** Keys that only verify need no private part. */
const credentialKeys = z
  .array(signingKey.unwrap().partial({ d: true }).refine(isKey))
  .min(1)
  .refine(([first]) => first?.d !== undefined)
  .refine(haveOwnNames);

const keysSchema = z.object({
  /** For browsers: the caller is `anon` until a bearer token identifies them. */
  publishableKey: z.string(),
  /** For trusted servers: the caller is `service_role`. */
  secretKey: z.string(),
  /** The first one signs access tokens; all of them verify. */
  jwtKeys: z.array(signingKey.refine(isKey)).min(1).refine(haveOwnNames),
});

export type Keys = z.infer<typeof keysSchema> & {
  /**
   * The first one signs credentials; all of them verify, for as long as their credentials are
   * valid.
   */
  credentialKeys: z.infer<typeof credentialKeys>;
};

/** The same for readers that only want to see them: none are created. */
export async function keysInUse(config: Config): Promise<Keys> {
  const { publishableKey, secretKey, jwtKeys, credentialKeys: ofCredentials, dataDir } = config;
  const isGiven = publishableKey && secretKey && jwtKeys;
  for (const [name, given] of [
    ['keys.json', isGiven],
    ['credential-keys.json', ofCredentials],
  ] as const) {
    if (given || existsSync(join(dataDir, name))) continue;
    throw new StartError(
      `There is no ${name} in ${dataDir}, and the settings have no such keys. Run this with the settings of the site, or with --new.`,
    );
  }
  return loadKeys(config);
}

/** Keys from the settings; missing ones are created once and kept in the data folder. */
export async function loadKeys(config: Config): Promise<Keys> {
  return { ...(await loadApiKeys(config)), credentialKeys: await loadCredentialKeys(config) };
}

async function loadApiKeys(config: Config): Promise<z.infer<typeof keysSchema>> {
  const given = {
    publishableKey: config.publishableKey,
    secretKey: config.secretKey,
    jwtKeys: config.jwtKeys
      ? parseSetting('JWT_KEYS', config.jwtKeys, keysSchema.shape.jwtKeys)
      : undefined,
  };
  const complete = keysSchema.safeParse(given);
  if (complete.success) return complete.data;

  const kept = await keptKeys(join(config.dataDir, 'keys.json'), keysSchema, {
    make: makeApiKeys,
    ifLost: 'everybody must then sign in again',
  });
  return {
    publishableKey: given.publishableKey ?? kept.publishableKey,
    secretKey: given.secretKey ?? kept.secretKey,
    jwtKeys: given.jwtKeys ?? kept.jwtKeys,
  };
}

async function loadCredentialKeys({ credentialKeys: text, dataDir }: Config) {
  if (text) return parseSetting('CREDENTIAL_KEYS', text, credentialKeys, 'the first one private');
  return keptKeys(join(dataDir, 'credential-keys.json'), credentialKeys, {
    make: async () => [await makeSigningKey()],
    ifLost: 'no badge that was taken away before can then be verified by its file',
  });
}

async function keptKeys<Kept>(
  path: string,
  schema: z.ZodType<Kept>,
  { make, ifLost }: { make: () => Promise<Kept>; ifLost: string },
): Promise<Kept> {
  if (!existsSync(path)) {
    const made = await make();
    const draft = `${path}.${randomUUID()}`;
    try {
      // Readable only by the owner, and written atomically, even against a start that runs at the
      // same time.
      writeFileSync(draft, JSON.stringify(made, null, 2), { mode: 0o600 });
      linkSync(draft, path);
    } catch (error) {
      // Another start was faster: its keys stay.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM') {
      throw new StartError(
        `The keys in ${path} may not be read by this user (${code}): another user, perhaps root, has started the site on this folder. Give the whole folder to the user of the site (chown -R).`,
      );
    }
    throw new StartError(
      `The keys in ${path} cannot be read. Restore the file, or delete it to have new keys made (${ifLost}).`,
    );
  }
}

export async function makeApiKeys(): Promise<z.infer<typeof keysSchema>> {
  return {
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(32).toString('base64url')}`,
    jwtKeys: [await makeSigningKey()],
  };
}

export async function makeSigningKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return signingKey.parse({
    ...(await exportJWK(privateKey)),
    alg: 'ES256',
    kid: randomBytes(8).toString('hex'),
  });
}

function parseSetting<Value>(
  name: string,
  text: string,
  schema: z.ZodType<Value>,
  which = 'each private',
): Value {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new StartError(
      `The setting ${name} is wrong: it must be a JSON list of ES256 keys, ${which}, each with a kid of its own.`,
    );
  }
}
