import { blocked, ended } from '../admit.ts';
import { ApiError, type ErrorCode } from '../errors.ts';

/** The codes that SQL raises where staff rules forbid something (migrations/0040_staff.sql). */
const codes: Record<string, ErrorCode> = {
  SF404: 'not_found',
  SF403: 'factor_needed_again',
  SF409: 'not_on_them',
  SF410: 'last_owner',
  SF412: 'changed_meanwhile',
  SF413: 'another_decides',
  SF415: 'person_gone',
  SF416: 'went_out_before',
  SF417: 'changed_meanwhile',
  SF418: 'owner_needed',
  // Lists
  SF419: 'job_gone',
  SF420: 'not_hidden',
  SF421: 'hidden_already',
  SF422: 'reported_by_you',
  SF424: 'task_not_waiting',
  SF440: 'invalid_input',
  SF441: 'invalid_input',
  SF442: 'invalid_input',
};

/** Used where the usual message of the code would claim something that is unknown. */
const words: Record<string, string> = {
  SF415: 'It has since gone, or the account has, so there is nobody to ask.',
};

const saysMore = new Set<ErrorCode>(['changed_meanwhile', 'invalid_input']);

export function refusalOfStaff(error: unknown): ApiError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  // Written after the caller was blocked (private.begin_write).
  if (error.code === 'SF423') return blocked();
  // The session ended while `staff.begin` recorded its activity.
  if ('constraint' in error && error.constraint === 'activity_session_id_fkey') return ended();
  const code = codes[String(error.code)];
  // These messages say who did what in the meantime, and which rule was broken.
  const said = saysMore.has(code as ErrorCode) ? error.message : words[String(error.code)];
  return code && new ApiError(code, said);
}

/** The same, including errors that an act's own SQL raises with `private.refuse`: the message is the code. */
export function refusalOfAct(error: unknown): ApiError | undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ZX001') {
    return new ApiError(error.message as ErrorCode);
  }
  return refusalOfStaff(error);
}
