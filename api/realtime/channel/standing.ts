import type { Caller } from '#database/database.ts';
import type { Ending } from '../ends.ts';
import { expired, Refused } from '../identify.ts';
import type { Realtime } from '../parts.ts';
import type { Joining } from './join.ts';

type Rights = { broadcast: boolean; presence: boolean };
type Speaker = Ending & { endsAt: number; refused?: Refused };

/** Who the member of a channel is, and what they may receive and send there. */
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
    /** Called when the member may not stay. */
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
   * Makes the token's owner the member, with a new check for each new token. Until that is done, nothing is sent or
   * received in the new name, because it may take a while.
   */
  async function switchTo(next: Caller) {
    const coming = speakerOf(next);
    try {
      await ends.watch(coming);
      coming.endsAt = await identification.examine(next);
      const rights = isPrivate ? await rightsOf(next) : reads;
      if (coming.refused) throw coming.refused;
      if (isJoined() && losesRights(rights)) {
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

  /** As in the original: members who would lose something they joined for have to leave. */
  const losesRights = (rights: Rights) =>
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
    begin: async () => switchTo(await identification.verify(token, ofKey)),
    /** Throws if the member was refused while something else was awaited. */
    throwIfRefused() {
      if (speaker.refused) throw speaker.refused;
    },
    async refreshToken(payload: unknown) {
      const given = (payload as { access_token?: unknown } | null)?.access_token;
      if (typeof given !== 'string' || given === token || given.startsWith('sb_')) return;
      const before = token;
      token = given;
      try {
        await switchTo(await identification.verify(given, ofKey));
      } catch (error) {
        if (error instanceof Refused) return end(error);
        // The check could not be made, so the client may send the token again.
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
