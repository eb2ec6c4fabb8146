import { answerText } from '../../packing.ts';
import { everyAnswer } from '../every-answer.ts';
import type { Asked } from '../parse/asked.ts';
import { contentType } from '../parse/media-type.ts';
import { appliedPreferences } from '../parse/preferences.ts';
import { refuse } from '../rest-errors.ts';
import type { CachedPlan } from './plan-cache.ts';
import type { Answer } from './run.ts';
import { withSaid } from './said.ts';

export function respond(
  asked: Asked,
  plan: CachedPlan,
  answer: Answer,
  request: Request,
): Response | Promise<Response> {
  const { action, preferences } = asked;
  const headers: Record<string, string> = { ...everyAnswer };
  if (asked.format.plan) {
    headers['Content-Type'] = contentType(asked.format);
    return new Response(asked.isHead ? null : answer.body, { status: 200, headers });
  }
  const applied = appliedPreferences(preferences, action, plan.isResolved);
  if (applied) headers['Preference-Applied'] = applied;
  const isWrite = action !== 'read' && action !== 'call';
  const status = isWrite
    ? writeStatus(asked, plan, answer, headers)
    : pageStatus(asked, plan, answer, headers);
  const { said } = answer;
  if (plan.answers === 'nothing') return withSaid(new Response(null, { status, headers }), said);
  headers['Content-Type'] = contentType(asked.format);
  if (asked.isSchemaTold) headers['Content-Profile'] = asked.schema;
  if (asked.place !== undefined) headers['Content-Location'] = asked.place;
  const body = asked.isHead ? null : bodyOf(asked, plan, answer);
  // SQL may also set the response's encoding.
  if (said) return withSaid(new Response(body, { status, headers }), said);
  return answerText(body, { status, headers }, request);
}

function bodyOf(
  { format }: Asked,
  { header, answers }: CachedPlan,
  { body, rows }: Answer,
): string {
  if (format.kind !== 'csv' || answers !== 'rows') return body ?? 'null';
  return rows > 0 ? `${header}\n${body ?? ''}` : header;
}

/** 206 for part of a known total, and 416 for a page beyond its end. */
function pageStatus(
  { query }: Asked,
  { answers }: CachedPlan,
  { rows, total }: Answer,
  headers: Record<string, string>,
): number {
  const { offset } = query.page;
  if (total !== undefined && offset > total) {
    refuse('PGRST103', {
      message: 'Requested range not satisfiable',
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
      headers: { ...headers, 'Content-Range': `*/${total}` },
    });
  }
  const shown = rows > 0 ? `${offset}-${offset + rows - 1}` : '*';
  headers['Content-Range'] = `${shown}/${total ?? '*'}`;
  if (answers === 'nothing') return 204;
  return total !== undefined && rows < total ? 206 : 200;
}

function writeStatus(
  { action, target, preferences }: Asked,
  { answers, locationKeys, isResolved }: CachedPlan,
  { rows, location, added }: Answer,
  headers: Record<string, string>,
): number {
  const isShown = answers !== 'nothing';
  if (action === 'put') return !isShown ? 204 : added ? 201 : 200;
  const total = preferences.count ? rows : '*';
  headers['Content-Range'] =
    action === 'update' && rows > 0 ? `0-${rows - 1}/${total}` : `*/${total}`;
  if (action !== 'insert') return isShown ? 200 : 204;
  if (location && rows === 1) {
    headers.Location = placeOf(target, locationKeys, JSON.parse(location));
  }
  const isMerge = isResolved && preferences.resolution === 'merge-duplicates';
  return isMerge && !added ? 200 : 201;
}

function placeOf(table: string, keys: string[], values: (string | null)[]): string {
  // A space as `%20`, because some parsers leave a plus as it is.
  const filters = keys.map((key, place) => {
    const filter = values[place] === null ? 'is.null' : `eq.${values[place]}`;
    return `${encodeURIComponent(key)}=${encodeURIComponent(filter)}`;
  });
  return `/rest/v1/${encodeURIComponent(table)}?${filters.join('&')}`;
}
