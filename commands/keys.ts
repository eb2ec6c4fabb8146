import { StartError } from '#database/start-error.ts';
import { readConfig } from '#server/settings/config.ts';
import { type Keys, keysInUse, makeApiKeys, makeSigningKey } from '#server/settings/keys.ts';
import { readWords } from './read-words.ts';
import { orFail } from './with-database.ts';

const usage = `npm run keys                              the keys in use, as lines of settings
npm run keys -- --new                     new ones, for a site that nobody uses yet
npm run keys -- --rotate JWT_KEYS         the line with a new signing key before those in use
npm run keys -- --rotate CREDENTIAL_KEYS  the same for credentials; the earlier keys then only verify
See docs/operate.md for when to use each.`;

const options = { new: { type: 'boolean' }, rotate: { type: 'string' } } as const;

const settingOf: Record<keyof Keys, string> = {
  publishableKey: 'PUBLISHABLE_KEY',
  secretKey: 'SECRET_KEY',
  jwtKeys: 'JWT_KEYS',
  credentialKeys: 'CREDENTIAL_KEYS',
};

/**
 * One machine makes these for itself at its first start. Several machines must share them, so they
 * go into the settings.
 */
await orFail(async () => {
  const { values } = readWords({ options }, usage);
  const { rotate } = values;
  if (values.new && rotate) throw new StartError(`Say --new or --rotate, not both.\n${usage}`);
  if (values.new) {
    const made = await makeApiKeys();
    return tell({ ...made, credentialKeys: [await makeSigningKey()] });
  }
  const { publishableKey, secretKey, jwtKeys, credentialKeys } = await keysInUse(readConfig());
  switch (rotate) {
    case undefined:
      return tell({ publishableKey, secretKey, jwtKeys, credentialKeys });
    case 'JWT_KEYS':
      return tell({ jwtKeys: [await makeSigningKey(), ...jwtKeys] });
    case 'CREDENTIAL_KEYS':
      return tell({
        credentialKeys: [await makeSigningKey(), ...credentialKeys.map(({ d, ...open }) => open)],
      });
    default:
      throw new StartError(`--rotate takes JWT_KEYS or CREDENTIAL_KEYS.\n${usage}`);
  }
});

/** JSON in single quotes, which `.env`, systemd and Docker all read. */
function tell(keys: Partial<Keys>) {
  for (const [name, value] of Object.entries(keys)) {
    const text = typeof value === 'string' ? value : `'${JSON.stringify(value)}'`;
    process.stdout.write(`${settingOf[name as keyof Keys]}=${text}\n`);
  }
}
