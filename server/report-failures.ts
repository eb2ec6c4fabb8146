import { FilesUnavailable } from '#api/storage/files.ts';
import { DatabaseUnavailable } from '#database/database-unavailable.ts';
import type { Logger } from './logger.ts';

/** An outage is over after this long without another failure of its kind. */
const quietFor = 30_000;

export type FailureReport = (error: unknown, requestId: string) => void;

type State = { requests: number; timer: NodeJS.Timeout };

/**
 * Logs unexpected failures. While the database or the file store is away or a disk is full, every
 * request fails for one reason, which is logged when it begins and when it is over instead of once
 * per request.
 */
export function createFailureReport(
  logger: Pick<Logger, 'error' | 'info'>,
  noteFailure?: (requestId: string) => void,
): FailureReport {
  const states = new Map<string, State>();

  return (error, requestId) => {
    if (!isUnavailable(error)) {
      logger.error({ requestId, err: error }, 'unexpected failure');
      noteFailure?.(requestId);
      return;
    }
    const { cause } = error;
    const kind = kindOf(error);
    const running = states.get(kind);
    if (running) {
      running.requests += 1;
      running.timer.refresh();
      return;
    }
    logger.error({ requestId, reason: reasonOf(cause) }, kind);
    const timer = setTimeout(() => {
      const requests = states.get(kind)?.requests;
      states.delete(kind);
      logger.info({ requests }, `over: ${kind}`);
    }, quietFor).unref();
    states.set(kind, { requests: 1, timer });
  };
}

type Unavailable = { name?: string; cause?: unknown; isFull?: boolean };

/** Thrown by the database, or reported to a page by the API. */
function isUnavailable(error: unknown): error is Unavailable {
  if (error instanceof DatabaseUnavailable || error instanceof FilesUnavailable) return true;
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'database_unavailable'
  );
}

function kindOf({ name, cause, isFull }: Unavailable): string {
  if (name === 'FilesUnavailable') {
    return isFull ? 'the disk of the files is full' : 'the files cannot be reached';
  }
  if (name === 'DatabaseReadOnly')
    return 'the database takes no changes: it follows another one, or its server lets nobody write';
  if (name === 'DatabaseBusy') return 'the database is asked by too many at once';
  const code = codeOf(cause);
  if (code === '53100' || code === 'ENOSPC') return "the database's disk is full";
  if (code.startsWith('53')) return 'the database has no room for more questions';
  return 'the database cannot be reached';
}

function reasonOf(cause: unknown): string | undefined {
  if (cause === undefined) return undefined;
  return cause instanceof Error ? cause.message : String(cause);
}

function codeOf(cause: unknown): string {
  if (!(cause instanceof Error) || !('code' in cause)) return '';
  return typeof cause.code === 'string' ? cause.code : '';
}
