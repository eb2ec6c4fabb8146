import { z } from 'zod';

/** A path inside a cluster that cannot lead out of it. */
const inside = /^(?!.*(^|\/)\.\.?(\/|$))[\w.-]+(\/[\w.-]+)*$/;

export const baseSchema = z.object({
  format: z.literal(1),
  at: z.coerce.date(),
  /** The first WAL segment that this base needs. */
  firstPiece: z.string().regex(/^[0-9A-F]{24}$/),
  folders: z.array(z.string().regex(inside)),
});

export type Base = z.infer<typeof baseSchema>;

/** Splits an entry's name into the file of the cluster and the number of the part. */
export function readEntryName(name: string): { path: string; part: number } | undefined {
  const [, path = '', part] = name.match(/^cluster\/(.+)@(\d+)$/) ?? [];
  return part !== undefined && inside.test(path) ? { path, part: Number(part) } : undefined;
}
