import { ApiError } from '../../errors.ts';
import type { Auth } from '../context.ts';

/** Asked wherever people add or remove an identity themselves. One that joins by its address is another thing. */
export function requireLinking({ settings }: Pick<Auth, 'settings'>) {
  if (!settings.isLinkingOpen) throw new ApiError('manual_linking_disabled');
}
