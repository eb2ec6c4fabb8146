import type { Answer } from '#app/data/call-function.ts';
import type { Failure } from '#app/ui/failure.ts';

/**
 * Opens a page whose address must be fetched first. The tab opens with the click itself, because browsers would block
 * it later, and navigates once the address is there. If no tab can be opened, this one navigates.
 */
export async function openInNewTab(
  ask: () => Promise<Answer<{ url: string }>>,
): Promise<Failure | undefined> {
  const tab = window.open('', '_blank');
  if (tab) sayWait(tab.document);
  const answer = await ask();
  if ('failure' in answer) {
    tab?.close();
    return answer.failure;
  }
  const url = URL.canParse(answer.data.url) ? new URL(answer.data.url) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    tab?.close();
    throw new Error('This is not the address of a web page.');
  }
  if (!tab || tab.closed) {
    location.assign(url);
    return undefined;
  }
  // The page there must not be able to navigate this one.
  tab.opener = null;
  tab.location.replace(url);
  return undefined;
}

/** Shown in the empty tab meanwhile, without styles of its own: the policy allows none. */
function sayWait(page: Document) {
  page.title = 'One moment…';
  page.documentElement.lang = 'en';
  const scheme = page.createElement('meta');
  scheme.name = 'color-scheme';
  scheme.content = 'light dark';
  page.head.append(scheme);
  const words = page.createElement('p');
  words.textContent = 'One moment. The secure payment page opens here.';
  page.body.append(words);
}
