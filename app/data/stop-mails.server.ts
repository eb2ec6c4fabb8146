import type { RouterContextProvider } from 'react-router';
import { dataClient } from './data.server.ts';
import { fail } from './failed.ts';
import { tokenOf } from './mail-link.ts';

type Stop = 'leave_newsletter' | 'stop_application_mails' | 'stop_message_mails';
type Pressed = { request: Request; context: Readonly<RouterContextProvider> };

/** Pressed on the page, or asked by a mail program on behalf of its owner (RFC 8058). */
export async function stopMails(stop: Stop, { request, context }: Pressed) {
  const { data, error, status } = await context
    .get(dataClient)
    .rpc(stop, { token: tokenOf(request) });
  if (error) fail({ error, status });
  return { isDone: data === true };
}
