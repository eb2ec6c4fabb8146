import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { MessagesScreen } from '#app/features/messages/messages-screen.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import * as links from '#domain/links.ts';
import type { Route } from './+types/messages';

/** One route for the list and the open conversation: beside it, the list stays as it is. */
export const meta: Route.MetaFunction = ({ matches, params: { conversationId } }) =>
  pageMeta(
    matches,
    conversationId
      ? {
          title: titled('Conversation'),
          description: 'What you and one other person wrote to each other, and your next message.',
          path: links.conversation(conversationId),
          isPrivate: true,
        }
      : {
          title: titled('Messages'),
          description: 'Your conversations between members of the talent search and candidates.',
          path: '/messages',
          isPrivate: true,
        },
  );

export default function MessagesPage({ params }: Route.ComponentProps) {
  return (
    <RequireSession isSensitive>
      {(user) => <MessagesScreen user={user} conversationId={params.conversationId} />}
    </RequireSession>
  );
}
