import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { ConfirmScreen } from '#app/features/accounts/confirm-screen.tsx';
import type { Route } from './+types/auth-confirm';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Confirm your email address'),
    description:
      'The page that the link in our message opens: it confirms the email address of your account.',
    path: '/auth/confirm',
    isPrivate: true,
  });

export default function ConfirmPage() {
  return <ConfirmScreen />;
}
