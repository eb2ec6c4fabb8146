import { needsSecondFactor } from './assurance.ts';
import { readStoredSession } from './stored-session.ts';

/*
 * The first requests of a screen are repeated by its document on the next visit, while React and the official client
 * are still loading: the same requests, with the current session. On the first visit the screen's own file sends them
 * as soon as it is loaded (`askAhead`). Only requests are remembered, never answers: what a screen shows is always
 * fresh, and no personal data stays on the device.
 */
type Question = {
  url: string;
  method: string;
  headers: [name: string, value: string][];
  body?: string;
};
type Memory = { userId: string; pages: Record<string, Question[]> };
type Asked = { at: number; answer: Promise<Response | undefined> };

declare global {
  interface Window {
    /** Passed from the document's script to the screen's code, which share no module. */
    askedEarly?: Map<string, Asked>;
  }
}

const memoryKey = 'first-questions';
/** How many pages are remembered. */
const mostPages = 12;
/** Per page. Repeated requests count once. */
const mostQuestions = 6;
/** How long an unused answer counts as fresh. */
const freshForMs = 10_000;

/** Requests that only read but are not GET: nothing that changes data may be sent unasked. */
const readers =
  /^\/(rest\/v1\/rpc\/(count_candidates|employer_state|list_conversations|list_saved_jobs|search_candidates)|functions\/v1\/(account-sessions|check-subscription|list-invoices))$/;

/** Repeats the first requests that this page made on this person's last visit. */
export function askEarly() {
  const session = readStoredSession();
  // Somebody whose sign-in is half done is redirected to the other half.
  if (!session?.isFresh || needsSecondFactor(session.session)) return;
  const questions = recall(session.userId).pages[pageNow()] ?? [];
  window.askedEarly = new Map(
    questions.map((question) => [keyOf(question, session.token), ask(question, session.token)]),
  );
}

function ask({ url, headers, ...question }: Question, token: string): Asked {
  const answer = fetch(url, {
    ...question,
    headers: [...headers, ['authorization', `Bearer ${token}`]],
  });
  // Whatever goes wrong, the screen asks again and gets the error.
  return { at: Date.now(), answer: answer.then(whenRight, () => undefined) };
}

function whenRight(answer: Response) {
  return answer.ok ? answer : undefined;
}

/**
 * A screen's fetch: uses answers that were requested early, and remembers the requests that a page makes by itself. A
 * request that depends on an answer is only useful next time if that answer is the same; otherwise it costs one
 * request.
 */
export function withEarlyAnswers(send: typeof fetch): typeof fetch {
  const page = pageNow();
  const first = new Map<string, Question>();
  // What a person's action triggers may not be wanted next time, and early answers are out of date after it.
  let isOver = false;
  const end = () => {
    isOver = true;
    window.askedEarly?.clear();
  };
  addEventListener('pointerdown', end, true);
  addEventListener('keydown', end, true);
  return async (input, init) => {
    const question = questionOf(input, init);
    if (!question) return send(input, init);
    if (!isOver && first.size < mostQuestions) first.set(keyOf(question, ''), question);
    const early = take(question, tokenIn(init));
    const answer = (await early) ?? (await send(input, init));
    if (!isOver) remember(page, [...first.values()]);
    return answer;
  };
}

/** What the screen has already requested: an early answer that arrives now would never be used. */
const askedByScreen = new Set<string>();

/**
 * Requests what the screen will request in a moment, and keeps each answer for it. Requests in progress are not
 * repeated.
 */
export function keepingAnswers(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const question = questionOf(input, init);
    if (!question) throw new Error('Only what changes nothing is asked ahead.');
    const key = keyOf(question, tokenIn(init));
    if (askedByScreen.has(key)) throw abortError();
    window.askedEarly ??= new Map();
    const asked = window.askedEarly.get(key) ?? {
      at: Date.now(),
      answer: send(input, init).then(whenRight, () => undefined),
    };
    window.askedEarly.set(key, asked);
    const answer = await asked.answer;
    if (!answer) throw abortError();
    return answer.clone();
  };
}

/** Named AbortError, because the client would retry anything else three times. */
const abortError = () => new DOMException('The screen asks itself.', 'AbortError');

function tokenIn(init?: RequestInit): string {
  return new Headers(init?.headers).get('authorization')?.split(' ')[1] ?? '';
}

function take(question: Question, token: string) {
  const key = keyOf(question, token);
  askedByScreen.add(key);
  const asked = window.askedEarly?.get(key);
  window.askedEarly?.delete(key);
  return asked && Date.now() - asked.at < freshForMs ? asked.answer : undefined;
}

function questionOf(input: string | URL | Request, init: RequestInit = {}): Question | undefined {
  const { method = 'GET', body } = init;
  if (input instanceof Request || (body && typeof body !== 'string')) return undefined;
  const { pathname, href } = new URL(input);
  const isRead =
    method === 'GET'
      ? pathname.startsWith('/rest/v1/')
      : method === 'POST' && readers.test(pathname);
  if (!isRead) return undefined;
  const headers = [...new Headers(init.headers)].filter(([name]) => name !== 'authorization');
  return { url: href, method, headers, ...(typeof body === 'string' && { body }) };
}

function keyOf({ url, method, headers, body }: Question, token: string): string {
  return JSON.stringify([url, method, headers, body, token]);
}

function remember(page: string, questions: Question[]) {
  try {
    const userId = readStoredSession()?.userId;
    if (!userId) return;
    const { [page]: _, ...others } = recall(userId).pages;
    const pages = Object.entries({ ...others, [page]: questions }).slice(-mostPages);
    const memory: Memory = { userId, pages: Object.fromEntries(pages) };
    localStorage.setItem(memoryKey, JSON.stringify(memory));
  } catch {
    // Storage is full or blocked: the next visit sends its requests a little later. This answer is not affected.
  }
}

/** The memory of this person; another person's is ignored. */
function recall(userId: string): Memory {
  const nothing = { userId, pages: {} };
  const memory = readMemory();
  return memory?.userId === userId && memory.pages ? memory : nothing;
}

/** An unreadable memory counts as none, and is overwritten. */
function readMemory(): Memory | null {
  try {
    return JSON.parse(localStorage.getItem(memoryKey) ?? 'null');
  } catch {
    return null;
  }
}

export function forgetQuestions() {
  localStorage.removeItem(memoryKey);
}

function pageNow(): string {
  return location.pathname + location.search;
}
