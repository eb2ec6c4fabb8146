import { data, type MetaDescriptor, type RouterContextProvider, redirect } from 'react-router';
import { titled } from '#app/content/page-parts.ts';
import { dataClient, requestInfo } from '#app/data/data.server.ts';
import { isPassing, statusOfFailure } from '#app/data/failed.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import * as links from '#domain/links.ts';
import {
  canonicalOf,
  factsOf,
  type JobLanding,
  landingAddress,
  mayBeFound,
  readLanding,
  titleOf,
} from './job-landing.ts';

type Context = Readonly<RouterContextProvider>;
type Matches = Parameters<typeof pageMeta>[0];

/** What stands at /jobs/ and these parts: nothing where there is no such place, role or type. */
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

export function landingMeta(matches: Matches, landing: JobLanding | undefined): MetaDescriptor[] {
  if (!landing) {
    return pageMeta(matches, {
      title: titled('No such jobs'),
      description: 'There is no such place, role or type. The job board lists every open position.',
      path: links.jobs,
      isPrivate: true,
    });
  }
  const isTwin = landing.twin !== null;
  return pageMeta(matches, {
    title: titled(titleOf(landing)),
    description: `${titleOf(landing)}. ${factsOf(landing).join(' ')}`.slice(0, 300),
    path: landingAddress(landing.path),
    address: canonicalOf(landing),
    pictureOf: links.jobs,
    // One that another page stands for says where that is, and nothing else.
    isPrivate: !isTwin && !mayBeFound(landing),
  });
}
