import { StartError } from '#database/start-error.ts';

/** Why a port could not be opened, and which setting changes it. */
export function explainPort(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  setting: 'PORT' | 'METRICS_PORT' = 'PORT',
): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is taken. Stop the program that uses it, or set ${setting} to another number.`,
    );
  }
  if (error.code === 'EACCES') {
    return new StartError(`This user may not open port ${port}. Set ${setting} to 1024 or higher.`);
  }
  // The last two: no name server can be reached, and there is no IPv6.
  if (/^(EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|EAFNOSUPPORT)$/.test(error.code ?? '')) {
    return new StartError(
      `This machine has no address ${host}. Set ${setting.replace('PORT', 'HOST')} to 127.0.0.1 or 0.0.0.0.`,
    );
  }
  return error;
}
