import type { Readable } from 'node:stream';

export type Kept = { name: string; size: number };

/** Where backups lie. What is there is there whole, under names that lead nowhere else. */
export type BackupStore = {
  /** For people to read. */
  place: string;
  /** In the folder of that name, or beside it. */
  list(folder?: string): Promise<Kept[]>;
  read(name: string): Promise<Readable>;
  /** How many bytes were written. What is cut off leaves nothing of this name. */
  write(name: string, content: Readable): Promise<number>;
  remove(name: string): Promise<void>;
};

/** A name, or a folder of ours and a name in it. */
const nameShape = /^([a-z]{1,20}\/)?[A-Za-z0-9][\w.-]{0,150}$/;

export function checkName(name: string): string {
  if (!nameShape.test(name)) throw new Error(`This is no name of something kept: ${name}`);
  return name;
}
