import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { StartError } from './start-error.ts';

/**
 * The connection fields that an address may set. Its other parameters are meant for other programs.
 */
const fields = [
  ...['host', 'port', 'user', 'password', 'database'],
  ...['ssl', 'sslnegotiation', 'options', 'client_encoding'],
] as const;

/**
 * A PostgreSQL address parsed into fields. `pg` lets a connection string override every field
 * beside it, so code that logs in under another name and password must never pass one on.
 */
export function readDatabaseAddress(address: string, setting = 'DATABASE_URL'): pg.ClientConfig {
  const given = parse(address, setting);
  const known = fields.flatMap((name) => {
    const value = given[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const read: pg.ClientConfig = Object.fromEntries(known);
  const user = read.user ?? pg.defaults.user;
  // As PostgreSQL's own programs do. Left open, the database's name would follow the user's.
  return { ...read, user, database: read.database ?? user };
}

function parse(address: string, setting: string): Record<string, unknown> {
  try {
    return { ...parseIntoClientConfig(address) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES') {
      throw new StartError(
        `A certificate that ${setting} names cannot be read (${message}). Check the path and who may read it.`,
      );
    }
    const several = /@[^/]*,/.test(address);
    throw new StartError(
      several
        ? `${setting} names several hosts, and the site connects to one. Name the one that takes writes, or a proxy that knows it.`
        : `${setting} is not the address of a PostgreSQL. Write postgresql://user:password@host:5432/database, with %-codes for characters such as @ / # in the user or the password.`,
    );
  }
}
