/** The most messages of a topic that may wait behind a slow one. */
const mostQueued = 100;

/**
 * Messages of a topic are processed in order, and topics do not wait for each other. Returns whether there was room:
 * everything that waits may have `mostBytes` in total.
 */
export function createTopicQueues(mostBytes: number, reportBug: (error: unknown) => void) {
  const queues = new Map<string, { last: Promise<void>; length: number }>();
  let waiting = 0;

  return (topic: string, bytes: number, hear: () => Promise<void> | undefined): boolean => {
    const queue = queues.get(topic) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length >= mostQueued || waiting + bytes > mostBytes) return false;
    waiting += bytes;
    queue.length += 1;
    queues.set(topic, queue);
    queue.last = queue.last
      .then(hear)
      .catch(reportBug)
      .finally(() => {
        waiting -= bytes;
        queue.length -= 1;
        if (queue.length === 0) queues.delete(topic);
      });
    return true;
  };
}
