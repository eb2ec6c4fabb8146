import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../settings/config.ts';
import { keyFiles } from './contents.ts';

/** The keys in use, from the settings or from the data folder. Creates none. */
export function keysOf(config: Config): [string, string][] {
  const kept = new Map(
    keyFiles.flatMap((name) => {
      const path = join(config.dataDir, name);
      return existsSync(path) ? [[name, readFileSync(path, 'utf8')] as const] : [];
    }),
  );
  const { publishableKey, secretKey, jwtKeys, credentialKeys } = config;
  if (publishableKey && secretKey && jwtKeys) {
    const all = { publishableKey, secretKey, jwtKeys: JSON.parse(jwtKeys) };
    kept.set('keys.json', JSON.stringify(all, null, 2));
  }
  if (credentialKeys) kept.set('credential-keys.json', credentialKeys);
  return [...kept];
}
