import { z } from 'zod';
import type { Entry } from './archive.ts';
import { notWhole } from './seal.ts';

// What lies in a backup, under which names:
//   backup.json                    what it is of
//   keys/keys.json, keys/credential-keys.json
//   tables/public.jobs/00001       rows as COPY writes them, in parts
//   sequences.json
//   files/avatars/ID/VERSION       contents as they lie in the store of files
//   end.json                       the sums of all that, and that it is all

const name = z.string().min(1).max(63);
const sum = z.object({ count: z.number().int(), sum: z.string() });

const beginSchema = z.object({
  format: z.literal(1),
  at: z.coerce.date(),
  serverVersion: z.number().int(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ schema: name, name, columns: z.array(name) })),
  hasFiles: z.boolean(),
  /** The size of the database on disk; missing in backups made before it was recorded. */
  bytes: z.number().optional(),
});

const sequencesSchema = z.array(
  z.object({ schema: name, name, value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() }),
);

const endSchema = z.object({
  tables: z.record(z.string(), sum),
  files: sum,
  /** Files that were deleted while the backup was made. */
  gone: z.number().int(),
});

export type Begin = z.infer<typeof beginSchema>;
export type End = z.infer<typeof endSchema>;

export const keyFiles = ['keys.json', 'credential-keys.json'] as const;

export function tableFolder({ schema, name }: { schema: string; name: string }): string {
  return `tables/${encodeURIComponent(schema)}.${encodeURIComponent(name)}`;
}

export const readBegin = (entry: Entry | undefined) => read('backup.json', beginSchema, entry);
export const readSequences = (entry: Entry) => read('sequences.json', sequencesSchema, entry);
export const readEnd = (entry: Entry | undefined) => read('end.json', endSchema, entry);

function read<Schema extends z.ZodType>(
  wanted: string,
  schema: Schema,
  entry: Entry | undefined,
): z.infer<Schema> {
  if (entry?.name !== wanted) throw notWhole(`has no ${wanted} in its place`);
  try {
    return schema.parse(JSON.parse(entry.content.toString()));
  } catch {
    throw notWhole(`has a ${wanted} that this version cannot read`);
  }
}

export function asJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
}
