import type { MetaDescriptor } from 'react-router';
import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import * as links from '#domain/site/links.ts';
import {
  canonicalOf,
  factsOf,
  type JobLanding,
  landingAddress,
  mayBeFound,
  titleOf,
} from './job-landing.ts';

type Matches = Parameters<typeof pageMeta>[0];

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
    // A list with a canonical twin only says where that is.
    isPrivate: !isTwin && !mayBeFound(landing),
  });
}
