import { chmodSync, closeSync, copyFileSync, openSync, statSync, truncateSync } from 'node:fs';

/**
 * Together with the previous part, the log takes up to twice this, plus what is written between two
 * looks.
 */
const mostBytes = 4_000_000;
const lookEvery = 2_000;

/**
 * Messages of the engine, but nothing of what people asked: LOG and above leaves out the ERROR of
 * each query, so that a storm of bad requests writes nothing and no values are kept.
 */
export const quietly = {
  log_statement: 'none',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  log_destination: 'stderr',
  logging_collector: 'off',
};

/** Opens the log for appending. Only the site's own account can read it. */
export function openLog(path: string): number {
  const log = openSync(path, 'a', 0o600);
  chmodSync(path, 0o600);
  return log;
}

/** Keeps the log small while the engine writes to it. */
export function boundLog(path: string): { stop(): void } {
  bound(path);
  const timer = setInterval(() => bound(path), lookEvery).unref();
  return { stop: () => clearInterval(timer) };
}

/** The engine holds the file open, so its content is moved and the file stays. */
function bound(path: string) {
  try {
    if (statSync(path).size < mostBytes) return;
  } catch {
    return; // not there yet
  }
  const earlier = `${path}.1`;
  try {
    closeSync(openLog(earlier));
    copyFileSync(path, earlier);
  } catch {
    // A full disk has no room for a copy; the log is truncated all the same.
  }
  truncateSync(path);
}
