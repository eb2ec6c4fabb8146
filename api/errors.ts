import { ownNameMessage } from '#domain/site/own-name.ts';
import { authErrors } from './auth/error-codes.ts';

/** The only table from error code to HTTP status. Codes of PostgREST and Supabase Auth keep their names. */
const statuses = {
  bad_json: 400,
  invalid_input: 400,
  not_found: 404,
  method_not_allowed: 405,
  invalid_signature: 400,
  event_unreadable: 422,
  event_not_proved: 500,
  membership_running: 409,
  job_closed: 409,
  membership_needed: 403,
  employer_unknown: 403,
  candidate_not_found: 404,
  conversation_not_found: 404,
  conversation_closed: 403,
  message_unanswered: 409,
  colleague_answered: 409,
  message_key_taken: 409,
  too_many_conversations: 429,
  too_many_messages: 429,
  no_membership: 409,
  payments_off: 503,
  too_many_payment_pages: 429,
  payments_refused: 502,
  payments_unreachable: 503,
  recent_sign_in_needed: 403,
  factor_needed_again: 403,
  not_on_them: 409,
  already_asked: 409,
  last_owner: 409,
  person_gone: 410,
  already_blocked: 409,
  not_blocked: 409,
  has_a_role: 409,
  mailbox_not_proved: 409,
  mailbox_is_proved: 409,
  no_second_factor: 409,
  help_is_waiting: 409,
  no_help_waiting: 409,
  help_too_early: 409,
  second_person_needed: 409,
  export_behind_factor: 409,
  other_address: 400,
  address_has_account: 409,
  changed_meanwhile: 409,
  another_decides: 409,
  went_out_before: 409,
  owner_needed: 403,
  not_ready_to_go: 409,
  job_gone: 410,
  not_hidden: 409,
  hidden_already: 409,
  reported_by_you: 409,
  task_not_waiting: 409,
  mail_gone: 410,
  no_customer: 409,
  payment_act_waits: 409,
  stop_the_newsletter: 409,
  credential_gone: 410,
  credential_revoked: 409,
  credential_is_claimed: 409,
  nothing_changed: 409,
  renewal_ends_sooner: 400,
  awarded_before: 409,
  job_takes_none: 409,
  questions_changed: 409,
  posting_changed: 409,
  answer_needed: 400,
  papers_changed: 409,
  resume_needed: 400,
  own_name: 400,
  resume_refused: 422,
  confirm_address_first: 403,
  deleted_twice: 409,
  too_many_applications: 429,
  payload_too_large: 413,
  body_too_slow: 408,
  encoded_body: 415,
  coded_transfer: 501,
  too_many_at_once: 429,
  no_api_key: 401,
  invalid_api_key: 401,
  secret_key_in_address: 400,
  invalid_token: 401,
  expired_token: 401,
  not_supported: 400,
  database_unavailable: 503,
  files_unavailable: 503,
  unexpected: 500,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof statuses | keyof typeof authErrors;

const messages: Record<keyof typeof statuses, string> = {
  bad_json: 'The body is not valid JSON.',
  invalid_input: 'The body does not contain what is needed.',
  not_found: 'There is nothing at this address.',
  method_not_allowed: 'This address does not accept that method.',
  invalid_signature: 'The signature of the event does not match.',
  event_unreadable: 'The event is signed, but we cannot read it: send snapshot events.',
  event_not_proved:
    'The event is genuine, but its signature does not match: the secret of the webhook or the clock is wrong.',
  membership_running: 'A membership is still running.',
  job_closed: 'The job has since been closed.',
  membership_needed: 'You need an active membership to contact candidates.',
  employer_unknown:
    'First confirm your email address and say who you hire for: the candidate search asks for both.',
  candidate_not_found: 'This candidate cannot be contacted.',
  conversation_not_found: 'This conversation no longer exists.',
  conversation_closed: 'You can no longer write in this conversation.',
  message_unanswered:
    'You have already written to this person, or your team has. You can write again as soon as they answer.',
  colleague_answered:
    'Not sent yet: a colleague has written to this person in the meantime. Read what they wrote; to send yours as well, press Send again.',
  message_key_taken:
    'This message was not sent: another message has already used its key. Reload the page and send it again.',
  too_many_conversations:
    'You have started 25 conversations within a day, which is the most. Try again tomorrow.',
  too_many_messages:
    'You have written 200 messages within a day, which is the most. Try again tomorrow.',
  no_membership: 'You have no membership to manage yet. Subscribe first.',
  payments_off: 'Memberships cannot be bought on this site yet.',
  too_many_payment_pages:
    'You have asked the payment service many times. Wait five minutes and try again.',
  payments_refused: 'The payment service refused the request.',
  payments_unreachable:
    'The payment service is not answering at the moment. Nothing was charged. Try again in a few minutes.',
  factor_needed_again:
    'Confirm your second step again. This action needs one from the last five minutes.',
  not_on_them:
    'You cannot do this to yourself, for your own company, or to somebody with a higher role.',
  already_asked: 'This address has already been invited, or belongs to somebody who has a role.',
  last_owner:
    'This is the only owner of the site. Appoint another owner first; then this account can be closed, blocked or changed.',
  person_gone: 'This account is gone.',
  already_blocked: 'This person is already blocked.',
  not_blocked: 'This person is not blocked.',
  has_a_role:
    'This person has a role. An owner takes it away under Team. Then this can be done, and they can be asked to join again.',
  mailbox_not_proved: 'Nobody has confirmed this mailbox, so nothing can be sent to it safely.',
  mailbox_is_proved: 'This mailbox is already confirmed.',
  no_second_factor: 'This account has no second step.',
  help_is_waiting: 'Somebody has already asked for this.',
  no_help_waiting: 'Nobody asked for this, or it was stopped.',
  help_too_early: 'The waiting time is not over yet.',
  second_person_needed: 'Another member of staff must agree.',
  export_behind_factor:
    'This account has a second step, which a link would bypass. Its owner can download the data under Account.',
  other_address: 'This is not the address of the account.',
  address_has_account:
    'An account has this address. Delete the account under People: all of this goes with it.',
  another_decides:
    'You made the first decision. Somebody else on the team has to decide the appeal.',
  owner_needed: 'Only an owner can publish this. Your draft is kept.',
  went_out_before:
    'Another newsletter went out under this subject, or these words went out under another. Nobody should receive it twice: write a new one.',
  not_ready_to_go: 'The newsletter cannot go out yet.',
  job_gone: 'This job is gone.',
  not_hidden: 'This job is not hidden, and no decision about it is waiting.',
  hidden_already: 'This job is already hidden.',
  reported_by_you: 'You reported this yourself, so somebody else on the team decides.',
  task_not_waiting: 'This is being worked on at the moment, or has left the queue.',
  mail_gone:
    'This email is no longer kept: emails are deleted after thirty days, or with the account.',
  no_customer: 'The payment service has no customer, or no subscription, for this person.',
  payment_act_waits:
    'An earlier request to the payment service for this person has not been answered yet. It is repeated automatically.',
  stop_the_newsletter: 'Stop a newsletter on its own page, which records who already has it.',
  credential_gone: 'There is no such credential, or it was erased.',
  credential_revoked: 'This credential has been revoked, which cannot be undone. Award a new one.',
  credential_is_claimed: 'Somebody already holds this credential.',
  job_takes_none: 'This job no longer takes applications here.',
  questions_changed:
    'The employer has changed the questions. Check your answers, then send the application.',
  posting_changed:
    'The posting has changed since you opened it. Check what is different, then send the application.',
  answer_needed: 'Answer every required question.',
  papers_changed:
    'Your resume or your profile has since been changed or removed. Check what will be sent, then send it.',
  resume_needed: 'Add your resume, or include your profile.',
  own_name: ownNameMessage,
  resume_refused: 'This file cannot be accepted.',
  confirm_address_first:
    'Confirm your email address first: open the link that we sent you. You can ask for a new one under Account.',
  deleted_twice:
    'You have deleted two applications for this job. You can send another one once the company no longer has them.',
  too_many_applications:
    'You have applied 30 times within a day, which is the most. Try again tomorrow.',
  nothing_changed: 'Nothing was changed: it is already like this.',
  renewal_ends_sooner:
    'A renewal must end after today and after the current end date. A credential without an end date needs no renewal.',
  awarded_before: 'The same credential was already awarded to this address on that day.',
  changed_meanwhile:
    'Somebody has changed this since you opened it. Copy what you wrote, reload the page, and paste it in.',
  recent_sign_in_needed: 'This needs a recent sign-in.',
  payload_too_large: 'The body is larger than 1 MB.',
  body_too_slow: 'The body took too long to arrive. Try again on a faster connection.',
  encoded_body: 'Send the body as it is, without a Content-Encoding.',
  coded_transfer: 'Send the body in chunks alone, without another Transfer-Encoding.',
  too_many_at_once:
    'Too many of your requests are running at the same time. Wait for their answers, then try again.',
  no_api_key: 'No API key found in request',
  invalid_api_key: 'Invalid API key',
  secret_key_in_address:
    'The secret key was in the address, which ends up in logs and histories. Send it in the apikey header, and replace this key.',
  invalid_token: 'The access token is not valid.',
  expired_token: 'The access token has expired.',
  not_supported: 'The request asks for something that is not supported.',
  database_unavailable:
    'The site cannot reach its data at the moment. Nothing was changed. Try again in a few seconds.',
  files_unavailable:
    'The site cannot reach its files at the moment. Nothing was changed. Try again in a few minutes.',
  unexpected: 'Something went wrong on our side. Try again in a moment.',
};

/**
 * Additional information in some errors: when to come again, which methods are allowed, why a password is weak, and
 * the status where Supabase uses two for one code.
 */
export type ErrorDetails = {
  retryAfter?: number;
  allow?: readonly string[];
  reasons?: string[];
  status?: number;
  flaw?: TokenFlaw;
};

/** Which check a token failed. */
export type TokenFlaw = 'form' | 'signature' | 'claims';

/** An expected failure. Anything else that is thrown is a bug, which is logged and answered with 500. */
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

/** HTTP requires the response to list the allowed methods. */
export function wrongMethod(...allow: readonly string[]): ApiError {
  return new ApiError('method_not_allowed', undefined, undefined, { allow });
}

function lookUp(code: ErrorCode): { status: number; message: string } {
  if (code in authErrors) return authErrors[code as keyof typeof authErrors];
  const own = code as keyof typeof statuses;
  return { status: statuses[own], message: messages[own] };
}
