import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * Cuts a line on which nothing comes for so many milliseconds: the server is connected and gone, and
 * nobody else would ever say so. What comes in parts, or waits here to be read, is no silence.
 */
export function watchForSilence(client: pg.ClientBase, limit: number): () => void {
  const stream = streamOf(client);
  let timer: NodeJS.Timeout;
  const wait = () => {
    const before = stream.bytesRead;
    timer = setTimeout(() => {
      // After a long computation of this process the answer may lie here unread.
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

/** At once, without the goodbye that would wait for an answer; what runs on the line then fails. */
export function cut(client: pg.ClientBase): void {
  streamOf(client).destroy(new Error('Connection terminated: the database is silent'));
}

function streamOf(client: pg.ClientBase): Socket {
  // What `pg` has at run time but its types leave out.
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
