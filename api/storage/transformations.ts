import { z } from 'zod';
import { firstIssue, sayIssue } from '../say-issue.ts';
import { StorageError } from './storage-errors.ts';

const longest = 2_500;
const side = z.coerce
  .number()
  .int()
  .min(1)
  .transform((length) => Math.min(length, longest));

/** How a picture is transformed. */
export const transformationSchema = z
  .object({
    width: side,
    height: side,
    resize: z.enum(['cover', 'contain', 'fill']),
    quality: z.coerce.number().int().min(20).max(100),
    format: z.enum(['origin', 'webp']),
  })
  .partial();

export type Transformation = z.infer<typeof transformationSchema>;

export function readTransformation({ searchParams }: URL): Transformation {
  const asked = transformationSchema.safeParse(Object.fromEntries(searchParams), {
    error: sayIssue,
  });
  if (asked.success) return asked.data;
  throw new StorageError('InvalidRequest', firstIssue(asked.error));
}

/** The sizes and qualities of public pictures that anybody may request: each one costs work. */
const listed = {
  sides: [
    16, 32, 48, 64, 96, 100, 128, 150, 200, 256, 300, 384, 400, 500, 512, 600, 640, 750, 800,
  ].concat([828, 960, 1_000, 1_024, 1_080, 1_200, 1_280, 1_600, 1_920, 2_048]),
  qualities: [50, 60, 70, 75, 80, 90],
};

export function requireListed({ width, height, quality }: Transformation) {
  const isListed = (list: readonly number[], value?: number) =>
    value === undefined || list.includes(value);
  if (
    isListed(listed.sides, width) &&
    isListed(listed.sides, height) &&
    isListed(listed.qualities, quality)
  ) {
    return;
  }
  throw new StorageError(
    'InvalidRequest',
    `Public pictures come in listed sizes (${listed.sides.join(', ')}) and qualities (${listed.qualities.join(', ')}).`,
  );
}

const resizing = { cover: 'fill', contain: 'fit', fill: 'force' } as const;

/** In the format of Supabase's header X-Transformations. */
export function describeTransformation(asked: Transformation): string {
  const { width, height, resize = 'cover', quality, format } = asked;
  return [
    height && `height:${height}`,
    width && `width:${width}`,
    (width || height) && `resizing_type:${resizing[resize]}`,
    quality && `quality:${quality}`,
    format && format !== 'origin' && `format:${format}`,
  ]
    .filter(Boolean)
    .join(',');
}
