import type { BrowserClient } from '../../data/supabase.ts';
import { onSavedElsewhere, savedIds, setSaved, syncSaved } from '../../features/jobs/saved.ts';
import { failureOf } from '../../ui/failure.ts';
import { whenPersonChanges } from '../session.ts';
import { showToast } from '../toasts.ts';

/** Save buttons show what is saved, and follow the other tabs. */
export function saveJobs() {
  onSavedElsewhere(markSaved);
  addEventListener('pageshow', markSaved);
  whenPersonChanges(followTable);
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-save]');
    if (button) toggle(button.dataset.save ?? '');
  });
  followTable();
}

function followTable() {
  markSaved();
  syncSaved(openClient).then(markSaved, (error) =>
    console.warn('The saved jobs could not be read:', error),
  );
}

export function markSaved() {
  const saved = new Set(savedIds());
  for (const button of document.querySelectorAll<HTMLElement>('[data-save]')) {
    button.setAttribute('aria-pressed', String(saved.has(button.dataset.save ?? '')));
  }
}

async function toggle(id: string) {
  const done = setSaved(id, !savedIds().includes(id), openClient);
  markSaved();
  try {
    await done;
  } catch (error) {
    markSaved();
    const { message: description } = failureOf(error);
    showToast({ title: 'Error', description, kind: 'error' });
  }
}

async function openClient(): Promise<BrowserClient> {
  const module: { openSupabase(): Promise<BrowserClient> } = await import(
    /* @vite-ignore */ __CLIENT_URL__
  );
  return module.openSupabase();
}
