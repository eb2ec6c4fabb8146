import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { RecoverScreen } from '#app/features/accounts/recover-screen.tsx';
import type { Route } from './+types/auth-recover';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Forgot your password'),
    description:
      'Ask for a link to choose a new password. It goes to the mailbox of your account and works once.',
    path: '/auth/recover',
    isPrivate: true,
  });

export default function RecoverPage() {
  return <RecoverScreen />;
}
