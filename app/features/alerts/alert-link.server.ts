import type { RouterContextProvider } from 'react-router';
import { dataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import { tokenOf } from '#app/data/mail-link.ts';
import type { AlertLink } from './alert-steps.tsx';

/** The alert that the link in an email is for, if the link is for this page. */
export async function readAlertLink(
  request: Request,
  context: Readonly<RouterContextProvider>,
  purpose: AlertLink['purpose'],
) {
  const token = tokenOf(request);
  if (!token) return { token, link: null };
  const { data, error, status } = await context.get(dataClient).rpc('read_alert_link', { token });
  if (error) fail({ error, status });
  const link = data as AlertLink | null;
  return { token, link: link?.purpose === purpose ? link : null };
}

export const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
