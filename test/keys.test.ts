import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createRunAlone, openCommands } from '#test/support/commands.ts';
import { createSites } from '#test/support/site.ts';
import { testKeys } from '#test/support/test-keys.ts';

const sites = createSites('site-commands-');
afterAll(sites.clear);

/** Runs a command and returns its output and exit code. */
const { run, close } = openCommands();
afterAll(close);

/** The same in a process of its own, as npm starts it. */
const runAlone = createRunAlone(sites);

describe('the keys of a site', () => {
  it('are printed as lines of settings that give the same site on another machine', async () => {
    const DATA_DIR = sites.newFolder();
    const { credentialKeys, ...keys } = testKeys;
    writeFileSync(join(DATA_DIR, 'keys.json'), JSON.stringify(keys));
    writeFileSync(join(DATA_DIR, 'credential-keys.json'), JSON.stringify(credentialKeys));
    const { said } = await runAlone({ DATA_DIR }, 'keys');
    const settings = parse(said);
    expect(settings).toMatchObject({
      PUBLISHABLE_KEY: keys.publishableKey,
      SECRET_KEY: keys.secretKey,
    });
    expect((await run({ DATA_DIR: sites.newFolder(), ...settings }, 'keys')).said).toBe(said);

    const next = JSON.parse(
      parse((await run({ DATA_DIR }, 'keys', '--rotate', 'JWT_KEYS')).said).JWT_KEYS ?? '',
    );
    expect(next.slice(1)).toEqual(keys.jwtKeys);
    const shown = (await run({ DATA_DIR }, 'keys', '--rotate', 'CREDENTIAL_KEYS')).said;
    const [first, ...others] = JSON.parse(parse(shown).CREDENTIAL_KEYS ?? '');
    expect(first).toHaveProperty('d');
    expect(others).toEqual(credentialKeys.map(({ d, ...open }) => open));
    // Both are valid settings.
    const both = { JWT_KEYS: JSON.stringify(next), ...parse(shown) };
    expect((await run({ DATA_DIR, ...both }, 'keys')).code).toBe(0);
  });

  it('are not created for readers that only look, and differ each time new ones are asked for', async () => {
    const DATA_DIR = sites.newFolder();
    expect((await run({ DATA_DIR }, 'keys')).said).toMatch(/^There is no keys\.json in/);
    expect(existsSync(join(DATA_DIR, 'keys.json'))).toBe(false);
    const [one, other] = [await run({}, 'keys', '--new'), await run({}, 'keys', '--new')];
    expect(Object.keys(parse(one.said))).toHaveLength(4);
    expect(one.said).not.toBe(other.said);
  });
});

/** Parses the lines as `.env`. */
function parse(lines: string): Record<string, string> {
  return Object.fromEntries(
    [...lines.matchAll(/^(\w+)='?([^'\n]*)'?$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}
