import { ApiError } from '../../errors.ts';
import type { AuthSettings } from '../context.ts';

/** Where no SMS service is set up nobody waits for a code that cannot come. */
export function requireSms({ isSmsSent }: Pick<AuthSettings, 'isSmsSent'>) {
  if (!isSmsSent) throw new ApiError('sms_send_failed');
}
