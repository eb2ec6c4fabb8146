import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/post-job';

export const handle = { hydrate: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Post a job'),
    description:
      'Post a healthcare AI job for free: say what the work is, who to contact and where to apply.',
    path: '/post-job',
    isPrivate: true,
  });

export default function PostJobPage() {
  return <PageHeader title="Post a New Job" />;
}
