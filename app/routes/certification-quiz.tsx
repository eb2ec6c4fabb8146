import { certificationQuiz } from '#app/content/certification-quiz.ts';
import { pageMeta } from '#app/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/certification-quiz';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...certificationQuiz.meta, path: '/certification-quiz' });

export default function CertificationQuizPage() {
  return (
    <PageHeader
      eyebrow={certificationQuiz.hero.eyebrow}
      title={certificationQuiz.hero.title}
      intro={certificationQuiz.hero.lede}
    />
  );
}
