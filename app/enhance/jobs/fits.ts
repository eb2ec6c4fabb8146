import { type FitReasons, sayWhyItFits } from '#domain/candidates/fit-words.ts';
import { callService } from '../../session/data-service.ts';
import { readStoredSession } from '../../session/stored-session.ts';

type Fit = { job_id: string; reasons: FitReasons };

/** Removes the reasons when their person has signed out or somebody else has signed in. */
export function forgetWhyTheyFit() {
  for (const words of document.querySelectorAll('.job-row-fits')) words.remove();
  for (const row of document.querySelectorAll<HTMLElement>('[data-asked]'))
    delete row.dataset.asked;
}

/** Adds to each posting in the list why it fits the person who is signed in, if they have a profile. */
export async function sayWhyTheyFit() {
  const session = readStoredSession();
  const rows = [...document.querySelectorAll<HTMLElement>('.job-row:not([data-asked])')];
  if (!session?.isFresh || rows.length === 0) return;
  const idOf = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-save]')?.dataset.save;
  for (const row of rows) row.dataset.asked = '';
  try {
    const response = await callService('/rest/v1/rpc/why_jobs_fit', {
      method: 'POST',
      token: session.token,
      body: JSON.stringify({ jobs: rows.map(idOf).filter(Boolean) }),
    });
    const found: Fit[] = await response.json();
    if (readStoredSession()?.userId !== session.userId) return;
    for (const { job_id, reasons } of found) {
      const words = document.createElement('p');
      words.className = 'job-row-fits';
      words.textContent = `Fits you: ${sayWhyItFits(reasons)}`;
      rows
        .find((row) => idOf(row) === job_id)
        ?.querySelector('.job-row-facts')
        ?.after(words);
    }
  } catch (error) {
    // The list is complete without it.
    console.info('Why postings fit could not be asked:', error);
  }
}
