import type { Readable } from 'node:stream';

export type Kept = { name: string; size: number };

/**
 * Where backups are kept. Whatever is there is complete, under names that cannot lead elsewhere.
 */
export type BackupStore = {
  /** For people to read. */
  place: string;
  /** In the folder of that name, or at the top level. */
  list(folder?: string): Promise<Kept[]>;
  read(name: string): Promise<Readable>;
  /** Returns the number of bytes written. An interrupted write leaves nothing under this name. */
  write(name: string, content: Readable): Promise<number>;
  remove(name: string): Promise<void>;
};

/** A name, or one of our folders and a name in it. */
const nameShape = /^([a-z]{1,20}\/)?[A-Za-z0-9][\w.-]{0,150}$/;

export function checkName(name: string): string {
  if (!nameShape.test(name)) throw new Error(`This is no name of something kept: ${name}`);
  return name;
}
