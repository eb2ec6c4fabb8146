import { z } from 'zod';

/** A name inside a cluster: nothing in it leads out. */
const inside = /^(?!.*(^|\/)\.\.?(\/|$))[\w.-]+(\/[\w.-]+)*$/;

export const baseSchema = z.object({
  format: z.literal(1),
  at: z.coerce.date(),
  /** The first piece of the log of changes that this base needs. */
  firstPiece: z.string().regex(/^[0-9A-F]{24}$/),
  folders: z.array(z.string().regex(inside)),
});

export type Base = z.infer<typeof baseSchema>;

/** A file of the cluster, and which part of it an entry is. */
export function readEntryName(name: string): { path: string; part: number } | undefined {
  const [, path = '', part] = name.match(/^cluster\/(.+)@(\d+)$/) ?? [];
  return part !== undefined && inside.test(path) ? { path, part: Number(part) } : undefined;
}
