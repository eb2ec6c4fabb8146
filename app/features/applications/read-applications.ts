import type { BrowserData } from '#app/data/open-data.ts';
import { type ApplicationRow, applicationColumns } from './application-row.ts';

export type ApplicationPart = { rows: ApplicationRow[]; isWhole: boolean };

/** The most that one request returns. */
const most = 500;

/** A page of somebody's applications: the newest, or those after the last one shown. */
export async function readApplications(
  client: BrowserData,
  last?: ApplicationRow,
): Promise<ApplicationPart> {
  const after = last ? { before: last.applied_at, before_id: last.id } : {};
  const { data, error } = await client.rpc('own_applications', after).select(applicationColumns);
  if (error) throw error;
  return { rows: data as ApplicationRow[], isWhole: data.length < most };
}

/** Reads as many as were shown before, so that older ones stay loaded. */
export async function readShown(client: BrowserData, shown: number): Promise<ApplicationPart> {
  const { rows, ...first } = await readApplications(client);
  let { isWhole } = first;
  while (!isWhole && rows.length < shown) {
    const next = await readApplications(client, rows.at(-1));
    rows.push(...next.rows);
    isWhole = next.isWhole;
  }
  return { rows, isWhole };
}
