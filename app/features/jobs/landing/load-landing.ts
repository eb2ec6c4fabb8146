import { data, type RouterContextProvider, redirect } from 'react-router';
import { dataClient, requestInfo } from '#app/data/data.server.ts';
import { isPassing, statusOfFailure } from '#app/data/failed.ts';
import { landingAddress, readLanding } from './job-landing.ts';

type Context = Readonly<RouterContextProvider>;

/** The list at /jobs/ and these parts: undefined if there is no such place, role or type. */
export async function loadLanding(context: Context, parts: readonly string[]) {
  const { reportBug, requestId } = context.get(requestInfo);
  const path = parts.join('/').toLowerCase();
  if (!/^[a-z\d/-]{1,120}$/.test(path)) return data({ landing: undefined, hasFailed: false }, 404);
  const answer = await context.get(dataClient).rpc('job_landing', { path });
  const { data: rows, error, status } = answer;
  if (error) {
    if (!isPassing(status)) reportBug(error, requestId);
    return data({ landing: undefined, hasFailed: true }, statusOfFailure(status));
  }
  const landing = readLanding(path, rows);
  if (landing?.moved_to) throw redirect(landingAddress(landing.moved_to), 301);
  return data({ landing, hasFailed: false }, landing ? 200 : 404);
}
