import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { CandidateScreen } from '#app/features/candidates/candidate-screen.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/candidate';

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, {
    title: titled('Candidate'),
    description: 'The profile of a candidate, for employers with a membership.',
    path: links.candidate(params.id),
    isPrivate: true,
  });

export default function CandidatePage({ params }: Route.ComponentProps) {
  return (
    <RequireSession isSensitive>
      {(user) => <CandidateScreen id={params.id} user={user} />}
    </RequireSession>
  );
}
