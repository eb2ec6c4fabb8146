import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * Cuts a connection on which nothing has arrived for this many milliseconds: the server is
 * connected but gone, and nothing else would ever report it. Data that arrives in parts, or waits
 * here to be read, is not silence.
 */
export function watchForSilence(client: pg.ClientBase, limit: number): () => void {
  const stream = streamOf(client);
  let timer: NodeJS.Timeout;
  const wait = () => {
    const before = stream.bytesRead;
    timer = setTimeout(() => {
      // After a long computation in this process, the response may be waiting unread.
      setImmediate(() => {
        if (isOver) return;
        if (stream.bytesRead === before) cut(client);
        else wait();
      });
    }, limit);
  };
  let isOver = false;
  wait();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** At once, without the goodbye that would wait for a response; running queries then fail. */
export function cut(client: pg.ClientBase): void {
  streamOf(client).destroy(new Error('Connection terminated: the database is silent'));
}

function streamOf(client: pg.ClientBase): Socket {
  // `pg` has this at run time, but its types leave it out.
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
