import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { NewPasswordScreen } from '#app/features/accounts/new-password-screen.tsx';
import type { Route } from './+types/auth-new-password';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Choose a new password'),
    description:
      'The page that the link in our message opens: choose a new password for your account and go on.',
    path: '/auth/new-password',
    isPrivate: true,
  });

export default function NewPasswordPage() {
  return <NewPasswordScreen />;
}
