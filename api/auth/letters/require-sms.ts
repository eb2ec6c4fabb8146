import { ApiError } from '../../errors.ts';
import type { AuthSettings } from '../context.ts';

/** Where no SMS service is configured, nobody should wait for a code that cannot arrive. */
export function requireSms({ isSmsSent }: Pick<AuthSettings, 'isSmsSent'>) {
  if (!isSmsSent) throw new ApiError('sms_send_failed');
}
