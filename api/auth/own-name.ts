import { callsItselfUs, ownNameMessage } from '#domain/site/own-name.ts';
import { ApiError } from '../errors.ts';
import type { AuthSettings } from './context.ts';

/**
 * Other people see these names, so nobody may use the company's. Names from a provider are checked where they are
 * used.
 */
export function refuseOwnName(
  { siteName }: AuthSettings,
  metadata: Record<string, unknown> | null | undefined,
) {
  for (const name of [metadata?.full_name, metadata?.name]) {
    if (typeof name === 'string' && callsItselfUs(name, siteName)) {
      throw new ApiError('validation_failed', ownNameMessage);
    }
  }
}
