import { plainJson, withoutNul } from '#domain/text/plain-text.ts';
import type { Hub } from '../hub/hub.ts';
import type { Shown } from '../hub/presences.ts';
import type { Member } from '../hub/topics.ts';
import type { Count, RealtimeLimits } from '../limits.ts';
import type { Joining } from './join.ts';

type Outcome = 'ok' | 'refused' | 'too large' | 'too many' | string;

/** What one member of a channel shows of itself, and sees of the others. */
export function createPresence({
  hub,
  member,
  limits,
  count,
  push,
  joining,
}: {
  hub: Hub;
  member: Member;
  limits: RealtimeLimits;
  /** The client's budget of shown presences; what is taken must be given back. */
  count: Count;
  push: (event: string, payload: unknown) => void;
  joining: Joining;
}) {
  let isShown = joining.hasPresence;
  let shown: Shown | undefined;
  let said = '';
  /** Whatever is written after the member has left must be removed again. */
  let isOver = false;

  async function sync() {
    if (isShown) push('presence_state', await hub.presences.of(member));
  }

  async function track(payload: unknown, seesOthers: boolean): Promise<Outcome> {
    if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
      return 'Presence track payload must be a map';
    }
    // A text that no database can store would also fail what others show at the same moment.
    const text = withoutNul(plainJson(JSON.stringify(payload)));
    if (Buffer.byteLength(text) > limits.bytesOfPresence) return 'too large';
    if (shown && text === said) return 'ok';
    const before = shown;
    const saidBefore = said;
    if (!before && !count.take()) return 'too many';
    const previous = before && { phx_ref_prev: (before.meta as { phx_ref: string }).phx_ref };
    const { id, topic, isPrivate } = member;
    const meta = { ...JSON.parse(text), phx_ref: newRef(), ...previous };
    shown = { member: id, topic, isPrivate, key: joining.presenceKey, meta };
    said = text;
    try {
      await hub.presences.show(shown, before);
    } catch (error) {
      // Repeating it must not count as already shown. If only the answer was lost, it is shown and has to be removed.
      if (shown?.meta === meta) {
        if (!before) untrack().catch(() => {});
        shown = before;
        said = saidBefore;
      }
      throw error;
    }
    if (!isShown) {
      isShown = true;
      if (seesOthers) await sync();
    }
    return 'ok';
  }

  async function untrack() {
    const before = shown;
    if (!before) return;
    shown = undefined;
    count.give();
    await hub.presences.hide(before);
  }

  return {
    isShown: () => isShown,
    sync,
    async handle(
      payload: unknown,
      may: () => Promise<boolean>,
      seesOthers: boolean,
    ): Promise<Outcome> {
      const { event, payload: own } = (payload ?? {}) as { event?: unknown; payload?: unknown };
      const word = typeof event === 'string' ? event.toLowerCase() : undefined;
      if (word === undefined) return 'ok';
      if (word === 'untrack') {
        await untrack();
        return 'ok';
      }
      if (word !== 'track' || !(await may())) return 'refused';
      return isOver ? 'ok' : track(own === undefined ? {} : own, seesOthers);
    },
    leave() {
      isOver = true;
      untrack().catch(() => {});
    },
  };
}

function newRef(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(9))).toString('base64url');
}
