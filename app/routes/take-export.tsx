import { titled } from '#app/content/page-parts.ts';
import { secretPageHeaders } from '#app/data/mail-link.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { TakeExportScreen } from '#app/features/accounts/take-export-screen.tsx';
import type { Route } from './+types/take-export';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Download your data'),
    description: 'The page that the link in our email opens: a copy of everything kept about you.',
    path: '/account/export',
    isPrivate: true,
  });

export const headers = secretPageHeaders;

export default function TakeExportPage() {
  return <TakeExportScreen />;
}
