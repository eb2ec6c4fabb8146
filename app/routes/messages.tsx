import { titled } from '#app/content/page-parts.ts';
import { askAhead } from '#app/data/open-data.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { readConversations } from '#app/features/messages/conversation.ts';
import { MessagesScreen } from '#app/features/messages/messages-screen.tsx';
import { readMessages } from '#app/features/messages/use-thread.ts';
import { RequireSession } from '#app/session/require-session.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/messages';

askAhead((data) => {
  const open = location.pathname.split('/')[2];
  return Promise.all([
    readConversations({ isArchived: false }, undefined, data),
    open && readMessages(data, open),
  ]);
});

/** One route for the list and the open conversation, so that the list stays as it is. */
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
          description:
            'Your conversations with candidates, or with employers who found your profile.',
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
