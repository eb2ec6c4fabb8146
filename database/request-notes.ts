import { AsyncLocalStorage } from 'node:async_hooks';
import type { Statement } from './statement.ts';

/**
 * What is learned of a request while it is answered, for those who look after the site. All of it is of our own
 * making: names, numbers, codes. Nothing that somebody sent belongs here.
 */
export type RequestNotes = {
  id?: string;
  /** The pattern of the address, as `/job/:id`. The first who knows it says it. */
  route?: string;
  role?: string;
  /** Of the failure that was answered. */
  code?: string;
  /** The limit that was hit. */
  limit?: string;
  /** What happened to an account, as its log names it. */
  action?: string;
  /** The act of staff that was done, and whose it was. */
  act?: string;
  actor?: string;
  /** Somebody asked for what is staff's, and was told that there is nothing. */
  isHidden?: boolean;
};

/** What was asked of the database, once for each time that something went to it. */
export type Asked = { names: readonly string[]; began: number; ended: number; isFailed: boolean };

export type RequestScope = {
  notes: RequestNotes;
  statements: number;
  /** In milliseconds. */
  databaseTime: number;
  /** Kept where somebody wants to see the steps of a request. */
  steps: Asked[] | undefined;
};

const scopes = new AsyncLocalStorage<RequestScope>();

export function openScope(keepsSteps: boolean): RequestScope {
  return { notes: {}, statements: 0, databaseTime: 0, steps: keepsSteps ? [] : undefined };
}

/** Whatever is noted while this work goes on, is noted of this request. */
export function notingOn<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** A request that we send ourselves to answer another: what it asks counts, what it answers is nobody's affair. */
export function notingApart<T>(work: () => T): T {
  const outer = scopes.getStore();
  return outer ? scopes.run(new InnerScope(outer), work) : work();
}

/** A class, as objects that are written with getters in them are kept long after they are over. */
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
  // Those that last are ours: to become somebody, to begin and to end.
  const asked = sent.filter(({ isLasting }) => !isLasting);
  const ended = performance.now();
  scope.statements += asked.length;
  scope.databaseTime += ended - began;
  scope.steps?.push({ names: asked.map(nameOf), began, ended, isFailed });
}

/** Statements of the table API are named by a hash of their text, which would be a name for each. */
function nameOf({ name = 'unnamed' }: Statement): string {
  return /^(anon|authenticated|service_role)_/.test(name) ? 'table API' : name;
}
