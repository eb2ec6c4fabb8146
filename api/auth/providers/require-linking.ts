import { ApiError } from '../../errors.ts';
import type { Auth } from '../context.ts';

/** Checked wherever people link or unlink an identity themselves. Automatic linking by address is not affected. */
export function requireLinking({ settings }: Pick<Auth, 'settings'>) {
  if (!settings.isLinkingOpen) throw new ApiError('manual_linking_disabled');
}
