import { authErrors } from './auth/error-codes.ts';

/** The only table from error code to HTTP status. Codes of PostgREST and Supabase Auth keep their names. */
const statuses = {
  bad_json: 400,
  invalid_input: 400,
  not_found: 404,
  method_not_allowed: 405,
  invalid_signature: 400,
  membership_running: 409,
  job_closed: 409,
  membership_needed: 403,
  employer_unknown: 403,
  candidate_not_found: 404,
  conversation_not_found: 404,
  conversation_closed: 403,
  message_unanswered: 409,
  message_key_taken: 409,
  too_many_conversations: 429,
  too_many_messages: 429,
  no_membership: 409,
  payments_off: 503,
  too_many_payment_pages: 429,
  payments_refused: 502,
  payments_unreachable: 503,
  recent_sign_in_needed: 403,
  payload_too_large: 413,
  body_too_slow: 408,
  encoded_body: 415,
  too_many_at_once: 429,
  no_api_key: 401,
  invalid_api_key: 401,
  secret_key_in_address: 400,
  invalid_token: 401,
  expired_token: 401,
  not_supported: 400,
  database_unavailable: 503,
  unexpected: 500,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof statuses | keyof typeof authErrors;

const messages: Record<keyof typeof statuses, string> = {
  bad_json: 'The body is not valid JSON.',
  invalid_input: 'The body does not say what is needed.',
  not_found: 'There is nothing at this address.',
  method_not_allowed: 'This address does not answer to that method.',
  invalid_signature: 'The signature of the message does not hold.',
  membership_running: 'A membership is still running.',
  job_closed: 'The posting was closed meanwhile.',
  membership_needed: 'You need an active membership to contact candidates.',
  employer_unknown:
    'Confirm your email address and say for whom you hire first: the talent search asks for both.',
  candidate_not_found: 'This candidate cannot be contacted.',
  conversation_not_found: 'This conversation does not exist any more.',
  conversation_closed: 'You cannot write in this conversation any more.',
  message_unanswered:
    'You have written to this person already. You can write again as soon as they answer.',
  message_key_taken:
    'This message was not sent: its key belongs to another one. Reload the page and send it again.',
  too_many_conversations:
    'You have begun 25 conversations within a day, which is the most. Try again tomorrow.',
  too_many_messages:
    'You have written 200 messages within a day, which is the most. Try again tomorrow.',
  no_membership: 'You have no membership to manage yet. Subscribe first.',
  payments_off: 'Memberships cannot be bought on this site yet.',
  too_many_payment_pages:
    'You have asked the payment service many times. Wait five minutes and try again.',
  payments_refused: 'The payment service refused the request.',
  payments_unreachable:
    'The payment service does not answer at the moment. Nothing was charged. Try again in a few minutes.',
  recent_sign_in_needed: 'This needs a recent sign-in.',
  payload_too_large: 'The body is larger than 1 MB.',
  body_too_slow: 'The body took too long to arrive. Try again on a faster connection.',
  encoded_body: 'Send the body as it is, without a Content-Encoding.',
  too_many_at_once:
    'Too many requests of yours run at the same time. Wait for their answers, then try again.',
  no_api_key: 'No API key found in request',
  invalid_api_key: 'Invalid API key',
  secret_key_in_address:
    'The secret key stood in the address, which logs and histories keep. Send it in the apikey header, and replace the key.',
  invalid_token: 'The access token is not valid.',
  expired_token: 'The access token has expired.',
  not_supported: 'The request asks for something that is not supported.',
  database_unavailable:
    'The site cannot reach its data at the moment. Nothing was changed. Try again in a few seconds.',
  unexpected: 'Something went wrong on our side. Tell us the request id if it goes on.',
};

/**
 * What some answers carry beside the code: when to come again, why a password is weak, and the status
 * where Supabase has two for one code.
 */
export type ErrorDetails = { retryAfter?: number; reasons?: string[]; status?: number };

/** An expected failure. Anything else that is thrown is a bug, is logged and answers 500. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly hint: string | undefined;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message?: string, hint?: string, details: ErrorDetails = {}) {
    const known = lookUp(code);
    super(message ?? known.message);
    this.code = code;
    this.status = details.status ?? known.status;
    this.hint = hint;
    this.details = details;
  }
}

function lookUp(code: ErrorCode): { status: number; message: string } {
  if (code in authErrors) return authErrors[code as keyof typeof authErrors];
  const own = code as keyof typeof statuses;
  return { status: statuses[own], message: messages[own] };
}
