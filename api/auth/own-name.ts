import { callsItselfUs, ownNameMessage } from '#domain/site/own-name.ts';
import { ApiError } from '../errors.ts';
import type { AuthSettings } from './context.ts';

/** Names that others read: nobody gives themselves the company's. What a provider says is met at its use. */
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
