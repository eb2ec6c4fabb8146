import { needsSecondFactor } from './assurance.ts';
import { readStoredSession } from './stored-session.ts';

/*
 * What a screen asks first, its document asks at the next visit, while React and the official client are still
 * on their way: the same question, with the session as it is by then. At the first visit a screen's own file does, as
 * soon as it is here (`askAhead`). Only questions are remembered, no answer ever:
 * what a screen shows is always new, and nothing of a person's stays on the device.
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
    /** From the document's script to the screen's own code, which share no module. */
    askedEarly?: Map<string, Asked>;
  }
}

const memoryKey = 'first-questions';
/** The last pages; an answer that nobody took for so long is not new any more. */
const mostPages = 12;
/** Of one page. Those that it asks again and again are one. */
const mostQuestions = 6;
const newFor = 10_000;

/** What only reads and is no GET: nothing that changes something may be asked without being wanted. */
const readers =
  /^\/(rest\/v1\/rpc\/(count_candidates|employer_state|list_conversations|list_saved_jobs|search_candidates)|functions\/v1\/(account-sessions|check-subscription|list-invoices))$/;

/** Asks again what this page asked first when this person was here last. */
export function askEarly() {
  const session = readStoredSession();
  // Whose sign-in is half done is sent to the other half.
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
  // Whatever goes wrong, the screen asks again and hears of it.
  return { at: Date.now(), answer: answer.then(whenRight, () => undefined) };
}

function whenRight(answer: Response) {
  return answer.ok ? answer : undefined;
}

/**
 * A screen's fetch: takes what has been asked already, and remembers what a page asks by itself. Whatever
 * follows from an answer is asked again next time only if the answer is the same, and costs one question if it is not.
 */
export function withEarlyAnswers(send: typeof fetch): typeof fetch {
  const page = pageNow();
  const first = new Map<string, Question>();
  // What a person asks for, they may not want the next time; nor is what was asked before they did something new.
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

/** What the screen has asked: an answer that was asked ahead of it only now would be left over. */
const askedByScreen = new Set<string>();

/** Asks what the screen will ask in a moment, and keeps each answer for it. What is under way is not asked again. */
export function keepingAnswers(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const question = questionOf(input, init);
    if (!question) throw new Error('Only what changes nothing is asked ahead.');
    const key = keyOf(question, tokenIn(init));
    if (askedByScreen.has(key)) throw givenUp();
    window.askedEarly ??= new Map();
    const asked = window.askedEarly.get(key) ?? {
      at: Date.now(),
      answer: send(input, init).then(whenRight, () => undefined),
    };
    window.askedEarly.set(key, asked);
    const answer = await asked.answer;
    if (!answer) throw givenUp();
    return answer.clone();
  };
}

/** By its name: anything else the client would ask three times more. */
const givenUp = () => new DOMException('The screen asks itself.', 'AbortError');

function tokenIn(init?: RequestInit): string {
  return new Headers(init?.headers).get('authorization')?.split(' ')[1] ?? '';
}

function take(question: Question, token: string) {
  const key = keyOf(question, token);
  askedByScreen.add(key);
  const asked = window.askedEarly?.get(key);
  window.askedEarly?.delete(key);
  return asked && Date.now() - asked.at < newFor ? asked.answer : undefined;
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
    // The browser has no room, or none for this site: the next visit asks a little later. The answer is here.
  }
}

/** Of this person; what another one asked here is as good as not there. */
function recall(userId: string): Memory {
  const nothing = { userId, pages: {} };
  const memory = readMemory();
  return memory?.userId === userId && memory.pages ? memory : nothing;
}

/** What is no memory is none: the next one is written over it. */
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
