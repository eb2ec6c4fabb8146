import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { AuthScreen } from '#app/features/accounts/auth-screen.tsx';
import type { Route } from './+types/auth';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Sign in or sign up'),
    description:
      'Sign in to post jobs, keep your candidate profile and manage your membership, or create a free account.',
    path: '/auth',
    isPrivate: true,
  });

export default function AuthPage() {
  return <AuthScreen />;
}
