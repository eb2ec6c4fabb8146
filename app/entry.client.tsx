import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { readWordsFrom } from '#domain/words.ts';
import { openSupabase } from './data/supabase.ts';
import { readLinkArrival } from './session/link-arrival.ts';
import { readStoredSession } from './session/stored-session.ts';
import { failureOf } from './ui/failure.ts';
import { toast } from './ui/toast.ts';

const published = JSON.parse(document.body.dataset.words ?? '{}');
readWordsFrom(() => published);

// Whoever waits for it says what went wrong.
openEarly().catch(() => {});

// In one go. As a transition React would stop every 5 ms, of which a slow phone has sixty while nobody can press
// anything yet but what works without it.
hydrateRoot(
  document,
  <StrictMode>
    <HydratedRouter />
  </StrictMode>,
);

// What no screen heard of: whoever pressed a button shall at least read why nothing happens.
addEventListener('unhandledrejection', ({ reason }) => {
  const { code, message: description } = failureOf(reason);
  if (code === 'unreachable') toast({ title: 'Error', description, kind: 'error' });
});

/**
 * The official client, before a screen asks for it: meanwhile React takes the page over. What a link brought, and a
 * session that may prove to be over, is left for the screen that listens for it.
 */
async function openEarly() {
  if (readStoredSession()?.isFresh && readLinkArrival(location).kind === 'none') {
    await openSupabase();
  }
}
