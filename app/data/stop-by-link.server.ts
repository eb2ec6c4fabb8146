import type { RouterContextProvider } from 'react-router';
import { dataClient } from './data.server.ts';
import { fail } from './failed.ts';
import { tokenOf } from './mail-link.ts';

type Press = { request: Request; context: Readonly<RouterContextProvider> };

/** The button on the page that a link in an email opens, or one-click unsubscribe by an email program (RFC 8058). */
export async function stopByLink(
  { request, context }: Press,
  name: 'leave_newsletter' | 'stop_application_mails' | 'stop_message_mails',
) {
  const { data, error, status } = await context
    .get(dataClient)
    .rpc(name, { token: tokenOf(request) });
  if (error) fail({ error, status });
  return { isDone: data === true };
}
