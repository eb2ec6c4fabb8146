import { everyAnswer } from '../every-answer.ts';
import { contentType } from '../parse/media-type.ts';
import type { Asked } from '../parse/read-request.ts';
import { refuse } from '../rest-errors.ts';
import type { CachedPlan } from './plan-cache.ts';
import type { Answer } from './run.ts';

export function respond(asked: Asked, plan: CachedPlan, answer: Answer): Response {
  const { action, preferences } = asked;
  const headers: Record<string, string> = { ...everyAnswer };
  if (preferences.applied.length > 0)
    headers['Preference-Applied'] = preferences.applied.join(', ');
  const isPaged = action === 'read' || (action === 'call' && plan.answers === 'rows');
  const status = isPaged
    ? pageStatus(asked, answer, headers)
    : writeStatus(asked, plan, answer, headers);
  if (plan.answers === 'nothing') return new Response(null, { status, headers });
  headers['Content-Type'] = contentType(
    plan.answers === 'value' ? { ...asked.format, kind: 'array' } : asked.format,
  );
  return new Response(asked.isHead ? null : bodyOf(asked, plan, answer), { status, headers });
}

function bodyOf(
  { format }: Asked,
  { header, answers }: CachedPlan,
  { body, rows }: Answer,
): string {
  if (format.kind !== 'csv' || answers !== 'rows') return body ?? 'null';
  return rows > 0 ? `${header}\n${body ?? ''}` : header;
}

/** 206 for a part of a known whole, 416 for a page behind its end. */
function pageStatus(
  { query }: Asked,
  { rows, total }: Answer,
  headers: Record<string, string>,
): number {
  const { offset } = query.page;
  if (total !== undefined && offset > total) {
    refuse('PGRST103', {
      message: 'Requested range not satisfiable',
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    });
  }
  const shown = rows > 0 ? `${offset}-${offset + rows - 1}` : '*';
  headers['Content-Range'] = `${shown}/${total ?? '*'}`;
  return total !== undefined && rows < total ? 206 : 200;
}

function writeStatus(
  { action, target, preferences }: Asked,
  { answers, locationKeys }: CachedPlan,
  { rows, location }: Answer,
  headers: Record<string, string>,
): number {
  if (action === 'call') return answers === 'nothing' ? 204 : 200;
  const total = preferences.count ? rows : '*';
  headers['Content-Range'] =
    action === 'update' && rows > 0 ? `0-${rows - 1}/${total}` : `*/${total}`;
  if (action === 'insert') {
    if (location && rows === 1)
      headers.Location = placeOf(target, locationKeys, JSON.parse(location));
    return 201;
  }
  return answers === 'nothing' ? 204 : 200;
}

function placeOf(table: string, keys: string[], values: string[]): string {
  const filters = keys.map((key, place) => [key, `eq.${values[place]}`]);
  return `/rest/v1/${encodeURIComponent(table)}?${new URLSearchParams(filters)}`;
}
