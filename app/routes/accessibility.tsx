import { accessibility } from '#app/content/accessibility.ts';
import { PolicyText } from '#app/features/policies/policy-text.tsx';
import { pageMeta } from '#app/page-meta.ts';
import type { Route } from './+types/accessibility';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...accessibility.meta, path: '/accessibility' });

export default function AccessibilityPage() {
  return <PolicyText policy={accessibility} />;
}
