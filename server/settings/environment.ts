import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { StartError } from '#database/start-error.ts';

/** The environment of the process, with `.env` for what it does not set. */
export function loadEnvironment(): NodeJS.ProcessEnv {
  const file = resolve('.env');
  try {
    if (existsSync(file)) {
      for (const [name, value] of Object.entries(settingsIn(file))) process.env[name] ??= value;
    }
  } catch (error) {
    throw new StartError(
      `The file ${file} cannot be read (${(error as Error).message}). It must be a file that this user may read.`,
    );
  }
  return process.env;
}

/** Without the byte order mark that Windows editors add: it would become part of the first name. */
export function settingsIn(file: string) {
  return parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
}
