import { type Frame, type Said, type Version, writeBroadcast } from '../frames.ts';
import { createMeter } from '../limits.ts';
import type { Diff } from './presences.ts';

export type Topic = { topic: string; isPrivate: boolean };

/** A channel as seen by others in its topic. */
export type Member = {
  readonly id: string;
  readonly topic: string;
  readonly isPrivate: boolean;
  readonly version: Version;
  /** The topic's name as its socket uses it. */
  readonly name: string;
  hears(extension: 'broadcast' | 'presence'): boolean;
  deliver(frame: Frame): void;
  push(event: string, payload: unknown): void;
  /** Messages may have been missed: the client joins again and reads the data. */
  fail(): void;
};

export type Topics = ReturnType<typeof createTopics>;

/** The channels of this process, by topic. */
export function createTopics(deliveriesPerSecond: number) {
  const topics = new Map<string, Set<Member>>();
  const mayDeliver = createMeter(deliveriesPerSecond);

  return {
    isEmpty: () => topics.size === 0,
    channels: () => [...topics.values()].reduce((sum, members) => sum + members.size, 0),
    enter(member: Member) {
      const members = topics.get(keyOf(member)) ?? new Set();
      topics.set(keyOf(member), members.add(member));
    },
    leave(member: Member) {
      const members = topics.get(keyOf(member));
      members?.delete(member);
      if (members?.size === 0) topics.delete(keyOf(member));
    },
    /** Messages sent while nobody listened are lost, so everybody who is joined must read the data again. */
    failAll() {
      for (const members of [...topics.values()]) for (const member of [...members]) member.fail();
    },
    handOutDiff(topic: Topic, { joins, leaves }: Diff) {
      for (const member of topics.get(keyOf(topic)) ?? []) {
        if (member.hears('presence')) member.push('presence_diff', { joins, leaves });
      }
    },
    /** Encoded once for all recipients with the same protocol version. */
    handOut(topic: Topic, broadcast: Said, except?: Member) {
      const frames = new Map<string, Frame | undefined>();
      for (const member of topics.get(keyOf(topic)) ?? []) {
        if (member === except || !member.hears('broadcast')) continue;
        if (!mayDeliver()) return;
        const kind = `${member.version} ${member.name}`;
        if (!frames.has(kind)) {
          frames.set(kind, writeBroadcast(member.version, member.name, broadcast));
        }
        const frame = frames.get(kind);
        if (frame !== undefined) member.deliver(frame);
      }
    },
  };
}

function keyOf({ topic, isPrivate }: Topic) {
  return `${isPrivate ? 'private' : 'public'} ${topic}`;
}
