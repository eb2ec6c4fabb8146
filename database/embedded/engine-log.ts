import { chmodSync, closeSync, copyFileSync, openSync, statSync, truncateSync } from 'node:fs';

/** With the earlier part beside it, the log takes twice this and what comes between two looks. */
const mostBytes = 4_000_000;
const lookEvery = 2_000;

/**
 * What the engine says, and nothing of what people asked: LOG and above leaves out the ERROR of each
 * statement, so that a storm of bad requests writes nothing and no values are kept.
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

/** Opens the log to write to its end. Only the site's own account reads it. */
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

/** The engine holds the file open, so its content moves and the file stays. */
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
    // A full disk takes no copy; the log is bounded all the same.
  }
  truncateSync(path);
}
