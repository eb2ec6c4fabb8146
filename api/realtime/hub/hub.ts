import type { Database } from '#database/database.ts';
import { createChanges } from '../changes/changes.ts';
import { readWithLong } from '../changes/long-numbers.ts';
import type { Said } from '../frames.ts';
import type { RealtimeLimits } from '../limits.ts';
import { createOpenWrites } from './open-writes.ts';
import { createOutgoing } from './outgoing.ts';
import { createParcels } from './parcels.ts';
import { createPresences } from './presences.ts';
import { createPulse } from './pulse.ts';
import type { Self } from './self.ts';
import { readBroadcast, tellBroadcast, told } from './told.ts';
import { createTopics, type Member, type Topic } from './topics.ts';

export type Hub = ReturnType<typeof createHub>;

/**
 * Connects the channels of this process with other processes and the database: everything from there arrives over one
 * connection, in commit order.
 */
export function createHub(
  database: Database,
  limits: RealtimeLimits,
  reportBug: (error: unknown) => void,
) {
  const self: Self = { id: crypto.randomUUID() };
  const topics = createTopics(limits.deliveriesPerSecond);
  const outgoing = createOutgoing(database, self, reportBug);
  const presences = createPresences(database, self, limits.gone);
  const openWrites = createOpenWrites(database);
  const changes = createChanges({
    database,
    reportBug,
    overrun: topics.failAll,
    patience: limits.gone,
  });
  const parcels = createParcels(database, take, (error) => {
    reportBug(error);
    topics.failAll();
  });
  const pulse = createPulse(database, limits, {
    self,
    topics,
    presences,
    openWrites,
    hear: parcels.receive,
  });

  function take(message: string) {
    const said = told.safeParse(readWithLong(message));
    if (!said.success) return reportBug(said.error);
    const { data } = said;
    if (data.kind === 'change') return changes.hear(data);
    const topic = { topic: data.topic, isPrivate: data.private };
    if (data.kind === 'presence') return topics.handOutDiff(topic, data);
    if (data.from !== self.id) topics.handOut(topic, readBroadcast(data));
  }

  return {
    changes,
    presences,
    /** Resolves once everything sent from now on will be received, if somebody enters right away. */
    start: pulse.start,
    stop: pulse.stop,
    enter: topics.enter,
    leave: topics.leave,
    channels: topics.channels,
    /** Sends to this process at once, and to the others through the database. */
    broadcast(topic: Topic, broadcast: Said, except?: Member) {
      topics.handOut(topic, broadcast, except);
      outgoing.send(tellBroadcast(topic, broadcast, self.id));
    },
  };
}
