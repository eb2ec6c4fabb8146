import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { patternOf } from '#app/page-paths.ts';
import { documents, pages } from '#app/pages.ts';
import {
  demoCandidate,
  demoEmployer,
  demoMember,
  demoOwner,
  demoRecruiter,
} from '#database/seed/demo-people.ts';
import { signToken } from '#test/support/actors.ts';
import { storageKey } from '#test/support/people-on-screen.ts';
import { findBrowser } from '../../commands/find-browser.ts';
import type { Judge } from './judge.ts';
import type { Stage } from './stage.ts';

const people = [undefined, demoCandidate, demoMember, demoEmployer, demoRecruiter, demoOwner];
type Viewer = (typeof people)[number];

/** Each person opens this many pages of each pattern: more would show the same in another order. */
const ofPattern = 3;
const ofStaff = 60;
const xml = documents.map(({ path }) => path).filter((path) => path.endsWith('.xml'));

/**
 * Opens every page that shows stored content, as everybody who may see it, and returns how many.
 */
export async function lookAtPages(stage: Stage, judge: Judge, say: (line: string) => void) {
  const executablePath = await findBrowser(say);
  const browser = await chromium.launch({ ...(executablePath && { executablePath }) });
  let looks = 0;
  try {
    for (const viewer of people) {
      const context = await browser.newContext({ baseURL: stage.url });
      if (viewer) await signIn(context, stage, viewer);
      const who = viewer?.name ?? 'a visitor';
      const { seen, shown } = await lookAs(context, stage.url, who, judge);
      // If no page shows the script as plain text, the test has proved nothing.
      if (shown === 0) judge.found('no page showed what was stored', who);
      say(`${who} has looked at ${seen} pages; on ${shown} stood a script as words`);
      looks += seen;
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return looks;
}

async function lookAs(
  context: BrowserContext,
  url: string,
  who: string,
  judge: Judge,
): Promise<{ seen: number; shown: number }> {
  let at = '';
  const say = (what: string, example: string) =>
    judge.found(
      `${what} (${patternOf(new URL(at || '/', url).pathname)})`,
      `${who} at ${at}: ${example}`,
    );
  await context.exposeFunction('attackRan', () => say('a stored script ran', ''));
  await context.route(
    (address) => address.origin !== url,
    (route) => {
      const address = route.request().url();
      if (/^https?:/.test(address)) say('a page asked a foreign host', address);
      return route.abort();
    },
  );
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    say('a dialog of a stranger', dialog.message());
    return dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text()))
      say('markup that the policy stopped', message.text());
  });
  const waiting = pages.flatMap(({ path, addresses = [] }) =>
    /[:*]/.test(path) ? addresses : [path],
  );
  waiting.push('/staff', '/jobs?q=coder');
  const done = new Set<string>();
  let shown = 0;
  const counts = new Map<string, number>();
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const { pathname } = new URL(address, url);
    const isStaffs = pathname.startsWith('/staff');
    const pattern = isStaffs ? '/staff' : patternOf(pathname);
    const count = counts.get(pattern) ?? 0;
    if (done.has(address) || count >= (isStaffs ? ofStaff : ofPattern)) continue;
    done.add(address);
    counts.set(pattern, count + 1);
    at = address;
    const { links, isShown } = await lookAt(page, address, url, say);
    waiting.push(...links);
    if (isShown) shown += 1;
  }
  at = '/feeds';
  await page.goto('/about');
  for (const broken of await page.evaluate(readDocuments, xml))
    say('a document that is no XML', broken);
  return { seen: done.size, shown };
}

/** Opens the page, looks for what a stranger has injected, and returns where it leads. */
async function lookAt(
  page: Page,
  address: string,
  url: string,
  say: (what: string, example: string) => void,
) {
  const answer = await page.goto(address, { timeout: 60_000 }).catch(() => undefined);
  if (!answer) return { links: [], isShown: false };
  if (answer.status() >= 500)
    say(`status ${answer.status()}`, await answer.text().then((text) => text.slice(0, 300)));
  await page.waitForLoadState('networkidle', { timeout: 20_000 }).catch(() => {});
  const found = await page
    .evaluate(() => {
      const strange =
        'attack-7k, [onerror], [onload], iframe[srcdoc], img[src="x"], a[href^="javascript:" i], a[href^="data:text/html" i], [src*="attack.example"]';
      return {
        isShown: (document.querySelector('main')?.textContent ?? '').includes('attackRan()'),
        strangers: [...document.querySelectorAll(strange)].map(({ outerHTML }) =>
          outerHTML.slice(0, 200),
        ),
        links: [...document.querySelectorAll('a[href]')].map(
          (link) => (link as HTMLAnchorElement).href,
        ),
      };
    })
    .catch(() => ({ isShown: false, strangers: [], links: [] }));
  for (const stranger of found.strangers) say('an element of a stranger', stranger);
  const links = found.links.flatMap((link) => {
    const { origin, pathname, search } = new URL(link);
    return origin === url && !/sign-out|\.\w+$/.test(pathname) ? [pathname + search] : [];
  });
  return { links, isShown: found.isShown };
}

/** In the browser: files for machines must still parse as what they claim to be. */
async function readDocuments(addresses: readonly string[]): Promise<string[]> {
  const broken: string[] = [];
  const waiting = [...addresses];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const response = await fetch(path);
    if (!response.ok || !/xml/.test(response.headers.get('content-type') ?? '')) continue;
    const text = await response.text();
    const read = new DOMParser().parseFromString(text, 'text/xml');
    const parts = [...read.querySelectorAll('sitemap > loc')].map(({ textContent }) => textContent);
    waiting.push(...parts.map((part) => new URL(part ?? '').pathname));
    if (read.querySelector('parsererror')) broken.push(`${path}: ${text.slice(0, 200)}`);
  }
  return broken;
}

/** Puts a session into the browser as signing in does; an owner's has passed the second factor. */
async function signIn(
  context: BrowserContext,
  { admin, url }: Stage,
  { id, email }: NonNullable<Viewer>,
) {
  const sessionId = crypto.randomUUID();
  await admin(async (client) => {
    await client.query(
      `insert into auth.sessions (id, user_id, aal, not_after) values ($1, $2, 'aal2', now() + interval '1 day')`,
      [sessionId, id],
    );
    await client.query(
      `insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at) values ($1, 'totp', now())`,
      [sessionId],
    );
  });
  const claims = {
    sub: id,
    email,
    role: 'authenticated',
    aud: 'authenticated',
    aal: 'aal2',
    session_id: sessionId,
  };
  const session = {
    access_token: await signToken(claims, { expires: '8h' }),
    refresh_token: 'none',
    token_type: 'bearer',
    expires_in: 28_800,
    expires_at: Math.floor(Date.now() / 1_000) + 28_800,
    user: {
      id,
      email,
      aud: 'authenticated',
      role: 'authenticated',
      app_metadata: {},
      user_metadata: {},
      created_at: new Date().toISOString(),
    },
  };
  await context.addInitScript(
    ([key = '', value = '']) => localStorage.setItem(key, value),
    [storageKey(url), JSON.stringify(session)],
  );
}
