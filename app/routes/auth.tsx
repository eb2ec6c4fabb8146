import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/auth';

export const handle = { hydrate: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Sign in or sign up'),
    description:
      'Sign in to post jobs, keep your candidate profile and manage your membership, or create a free account.',
    path: '/auth',
    isPrivate: true,
  });

export default function AuthPage() {
  return <PageHeader title="Sign in to your account" />;
}
