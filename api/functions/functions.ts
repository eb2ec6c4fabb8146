import type { Caller } from '#database/database.ts';
import { accountExport } from '../account/account-export.ts';
import { accountHistory } from '../account/account-history.ts';
import { accountSessions } from '../account/account-sessions.ts';
import { deleteAccount } from '../account/delete-account.ts';
import type { AuthSettings } from '../auth/context.ts';
import { siteUrlFor } from '../auth/redirects.ts';
import { withoutSession } from '../billing/buyer.ts';
import { checkSubscription } from '../billing/check-subscription.ts';
import { createCheckout } from '../billing/create-checkout.ts';
import { customerPortal } from '../billing/customer-portal.ts';
import { listInvoices } from '../billing/list-invoices.ts';
import { stripeWebhook } from '../billing/stripe-webhook.ts';
import { ApiError } from '../errors.ts';
import { renewJob } from '../jobs/renew-job.ts';
import { reportJob } from '../jobs/report-job.ts';
import { sendJobConfirmation } from '../jobs/send-job-confirmation.ts';
import { trackJobClick } from '../jobs/track-job-click.ts';
import { replyToMessage } from '../messages/reply-to-message.ts';
import { sendCandidateMessage } from '../messages/send-candidate-message.ts';
import { unkept } from '../unkept.ts';
import type { FunctionCall, Functions, ServerFunction } from './context.ts';

/** Every function by its name in the address. */
const functions: Record<string, ServerFunction> = {
  'account-export': accountExport,
  'account-history': accountHistory,
  'account-sessions': accountSessions,
  'check-subscription': checkSubscription,
  'create-checkout': createCheckout,
  'customer-portal': customerPortal,
  'delete-account': deleteAccount,
  'renew-job': renewJob,
  'report-job': reportJob,
  'send-job-confirmation': sendJobConfirmation,
  'track-job-click': trackJobClick,
  'reply-to-message': replyToMessage,
  'send-candidate-message': sendCandidateMessage,
  'list-invoices': listInvoices,
  'stripe-webhook': stripeWebhook,
};

type Dependencies = Functions & { settings: AuthSettings };

/** /functions/v1/…: what the table API cannot say, one file each. */
export function createFunctions({ settings, ...context }: Dependencies) {
  return async (request: Request, caller: Caller): Promise<Response> => {
    const url = new URL(request.url);
    const name = nameIn(url.pathname);
    const answer = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (!answer) throw new ApiError('not_found');
    if (request.method !== 'POST') throw new ApiError('method_not_allowed');
    const call: FunctionCall = { request, caller, siteUrl: siteUrlFor(settings, url) };
    const body = (await answer(context, call)) ?? {};
    return Response.json(body, { headers: unkept });
  };
}

/** Functions answer a failure in their own short form. */
export function functionErrorResponse(
  { code, message, status }: ApiError,
  pathname: string,
): Response {
  const words: Partial<Record<string, string>> = withoutSession;
  // The gate refuses before the function is asked, and knows no function's words.
  const error = code === 'session_not_found' ? (words[nameIn(pathname)] ?? message) : message;
  return Response.json({ error, code }, { status, headers: unkept });
}

function nameIn(pathname: string): string {
  return pathname.replace(/^\/functions\/v1\//, '');
}
