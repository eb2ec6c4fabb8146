import { AsyncLocalStorage } from 'node:async_hooks';
import type { Statement } from './statement.ts';

/**
 * What is learned about a request while it is answered, for logs and metrics. All of it is our own:
 * names, numbers, codes. Nothing that a client sent belongs here.
 */
export type RequestNotes = {
  id?: string;
  /** The route pattern, such as `/job/:id`. The first to know it sets it. */
  route?: string;
  role?: string;
  /** The error code of the response. */
  code?: string;
  /** The limit that was hit. */
  limit?: string;
  /** What happened to an account, as its log names it. */
  action?: string;
  /** The act of staff that was done, and by whom. */
  act?: string;
  actor?: string;
  /** Somebody asked for something that is staff's, and was told that it does not exist. */
  isHidden?: boolean;
};

/** One round trip to the database. */
export type Asked = { names: readonly string[]; began: number; ended: number; isFailed: boolean };

export type RequestScope = {
  notes: RequestNotes;
  statements: number;
  /** In milliseconds. */
  databaseTime: number;
  /** Recorded only if somebody traces this request. */
  steps: Asked[] | undefined;
};

const scopes = new AsyncLocalStorage<RequestScope>();

export function openScope(keepsSteps: boolean): RequestScope {
  return { notes: {}, statements: 0, databaseTime: 0, steps: keepsSteps ? [] : undefined };
}

/** Everything noted during this work belongs to this request. */
export function notingOn<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}

/**
 * For an internal request that helps to answer another one: its queries count, its response
 * concerns nobody.
 */
export function notingApart<T>(work: () => T): T {
  const outer = scopes.getStore();
  return outer ? scopes.run(new InnerScope(outer), work) : work();
}

/**
 * A class, because object literals with getters stay in memory long after they are used (decision
 * 121).
 */
class InnerScope implements RequestScope {
  readonly notes: RequestNotes = {};
  readonly steps: Asked[] | undefined;
  readonly #outer: RequestScope;

  constructor(outer: RequestScope) {
    this.steps = outer.steps;
    this.#outer = outer;
  }

  get statements(): number {
    return this.#outer.statements;
  }

  set statements(count: number) {
    this.#outer.statements = count;
  }

  get databaseTime(): number {
    return this.#outer.databaseTime;
  }

  set databaseTime(time: number) {
    this.#outer.databaseTime = time;
  }
}

export function noteOfRequest(notes: RequestNotes): void {
  const scope = scopes.getStore();
  if (!scope) return;
  const { route } = scope.notes;
  Object.assign(scope.notes, notes);
  if (route !== undefined) scope.notes.route = route;
}

export function countAsked(sent: readonly Statement[], began: number, isFailed: boolean): void {
  const scope = scopes.getStore();
  if (!scope) return;
  // Lasting statements are our own: to switch roles, to begin and to end.
  const asked = sent.filter(({ isLasting }) => !isLasting);
  const ended = performance.now();
  scope.statements += asked.length;
  scope.databaseTime += ended - began;
  scope.steps?.push({ names: asked.map(nameOf), began, ended, isFailed });
}

/** Queries of the table API are named by a hash of their text, which would give a name to each. */
function nameOf({ name = 'unnamed' }: Statement): string {
  return /^(anon|authenticated|service_role)_/.test(name) ? 'table API' : name;
}
