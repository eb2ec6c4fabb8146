/** What one topic may have waiting behind something that takes its time. */
const mostQueued = 100;

/**
 * What is said in a topic is heard in its order, and topics do not wait for each other. Answers whether there was
 * room: all that waits has `mostBytes` together.
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
