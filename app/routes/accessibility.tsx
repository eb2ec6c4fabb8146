import { accessibility } from '#app/content/accessibility.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { PolicyText } from '#app/features/policies/policy-text.tsx';
import type { Route } from './+types/accessibility';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...accessibility.meta, path: '/accessibility' });

export default function AccessibilityPage() {
  return <PolicyText policy={accessibility} />;
}
