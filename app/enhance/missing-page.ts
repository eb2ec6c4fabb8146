import type { OwnPage } from '#domain/staff/staff.ts';
import type { BrowserClient } from '../data/supabase.ts';
import { currentToken } from '../session/current-token.ts';
import { callService, type ServiceError } from '../session/data-service.ts';
import { readStoredSession } from '../session/stored-session.ts';

/**
 * An address without a public page may have one for this person: ask the service. Until it answers, people who are
 * signed in are not told that the page is missing.
 */
export function lookForOwnPage() {
  const missing = document.querySelector('[data-missing-page]');
  if (!missing) return;
  console.error('404 Error: User attempted to access non-existent route:', location.pathname);
  openOwnPage(missing).catch((error: unknown) => console.info('No page of one’s own:', error));
}

async function openOwnPage(missing: Element) {
  try {
    await findOwnPage();
  } catch (error) {
    const { status = 0 } = error as Partial<ServiceError>;
    if (status < 400 || status === 429 || status >= 500) sayUnknown(missing);
    throw error;
  } finally {
    missing.removeAttribute('data-missing-page');
  }
}

/** The service did not answer: it is unknown whether this person has a page here. */
function sayUnknown({ children: [title, words, way] }: Element) {
  const link = way?.querySelector('a');
  if (!title || !words || !link) return;
  title.textContent = 'This page could not be loaded';
  words.textContent = 'It may be one of yours, and the site could not be asked.';
  link.textContent = 'Try again';
  link.href = '';
}

async function findOwnPage() {
  const token = await readToken();
  if (!token) return;
  const response = await callService('/functions/v1/own-pages', {
    method: 'POST',
    token,
    body: JSON.stringify({
      path: location.pathname,
      token: new URLSearchParams(location.search).get('token') ?? undefined,
    }),
  });
  const own: OwnPage = await response.json();
  if (!own.script) return;
  const page: { open(own: OwnPage): Promise<void> } = await import(/* @vite-ignore */ own.script);
  await page.open(own);
}

async function readToken(): Promise<string | undefined> {
  const session = readStoredSession();
  if (!session) return undefined;
  return currentToken(session, async () => {
    const module: { openSupabase(): Promise<BrowserClient> } = await import(
      /* @vite-ignore */ __CLIENT_URL__
    );
    return module.openSupabase();
  });
}
