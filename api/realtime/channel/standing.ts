import type { Caller } from '#database/database.ts';
import type { Ending } from '../ends.ts';
import { expired, Refused } from '../identify.ts';
import type { Realtime } from '../parts.ts';
import type { Joining } from './join.ts';

type Rights = { broadcast: boolean; presence: boolean };
type Speaker = Ending & { endsAt: number; refused?: Refused };

/** Who speaks in a channel, and what they may hear and say there. */
export function createStanding(
  { ends, authorization, identification, limits }: Realtime,
  {
    topic,
    ofKey,
    joining,
    isJoined,
    seesPresence,
    end,
  }: {
    topic: string;
    ofKey: Caller;
    joining: Joining;
    isJoined: () => boolean;
    seesPresence: () => boolean;
    /** Whoever speaks may not stay. */
    end: (why: Refused) => void;
  },
) {
  const { isPrivate } = joining;
  let speaker = speakerOf(ofKey);
  let token = joining.token;
  let reads: Rights = { broadcast: true, presence: true };
  let writes: { at: number; may: boolean } | undefined;
  let isOver = false;

  function speakerOf(caller: Caller): Speaker {
    return {
      caller,
      endsAt: Number.POSITIVE_INFINITY,
      end(why) {
        this.refused = why;
        if (this === speaker) end(why);
      },
    };
  }

  /**
   * Whoever speaks here is who the token says, asked again with each new one. Until the answer nothing is said or heard in
   * the name of the next: it may take its time.
   */
  async function become(next: Caller) {
    const coming = speakerOf(next);
    try {
      await ends.watch(coming);
      coming.endsAt = await identification.examine(next);
      const rights = isPrivate ? await rightsOf(next) : reads;
      if (coming.refused) throw coming.refused;
      if (isJoined() && losesSome(rights)) {
        throw new Refused(
          'Unauthorized',
          `You no longer have permission to read from this Channel topic: ${topic}`,
        );
      }
      if (coming.endsAt <= Date.now()) throw expired(coming.endsAt);
      ends.forget(speaker);
      speaker = coming;
      reads = rights;
      writes = undefined;
    } finally {
      if (speaker !== coming || isOver) ends.forget(coming);
    }
  }

  /** As in the original: nobody stays who hears less than they came for. */
  const losesSome = (rights: Rights) =>
    (reads.broadcast && !rights.broadcast) ||
    (reads.presence && !rights.presence && seesPresence());

  async function rightsOf(next: Caller): Promise<Rights> {
    const rights = await authorization.mayRead(next, topic);
    if (!rights.broadcast && !(rights.presence && joining.hasPresence)) {
      throw new Refused(
        'Unauthorized',
        `You do not have permissions to read from this Channel topic: ${topic}`,
      );
    }
    return rights;
  }

  return {
    caller: () => speaker.caller,
    hears: (extension: keyof Rights) => reads[extension],
    begin: async () => become(await identification.verify(token, ofKey)),
    /** What was heard of whoever speaks while something else was waited for. */
    throwIfRefused() {
      if (speaker.refused) throw speaker.refused;
    },
    async refreshToken(payload: unknown) {
      const given = (payload as { access_token?: unknown } | null)?.access_token;
      if (typeof given !== 'string' || given === token || given.startsWith('sb_')) return;
      const before = token;
      token = given;
      try {
        await become(await identification.verify(given, ofKey));
      } catch (error) {
        if (error instanceof Refused) return end(error);
        // Nobody could be asked: it may come again.
        token = before;
        throw error;
      }
    },
    async mayBroadcast(): Promise<boolean> {
      if (!isPrivate) return true;
      const now = performance.now();
      if (!writes || now - writes.at >= limits.rightToSpeak) {
        writes = { at: now, may: await authorization.mayWrite(speaker.caller, topic, 'broadcast') };
      }
      return writes.may;
    },
    async mayShowPresence(): Promise<boolean> {
      return !isPrivate || authorization.mayWrite(speaker.caller, topic, 'presence');
    },
    leave() {
      isOver = true;
      ends.forget(speaker);
    },
  };
}
