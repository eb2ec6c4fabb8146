import type { User } from '@supabase/supabase-js';
import { Link } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import * as links from '#domain/links.ts';
import { ConversationEntry } from './conversation-entry.tsx';
import { MailNotices } from './mail-notices.tsx';
import type { Conversations } from './use-conversations.ts';
import './list-pane.css';

type ListPaneProps = {
  user: User;
  list: Conversations;
  isArchived: boolean;
  openId: string | undefined;
  /** Where the focus comes to rest on the way back from a conversation. */
  arrivalId: string | undefined;
};

/** The conversations, in the inbox or in the archive. */
export function ListPane({ user, list, isArchived, openId, arrivalId }: ListPaneProps) {
  const { pages } = list;
  const Heading = openId ? 'h2' : 'h1';
  const current = openId ? 'true' : 'page';
  return (
    <section className="messages-list" aria-labelledby="messages-title">
      <header>
        <Heading id="messages-title">Messages</Heading>
        <nav aria-label="Conversations">
          <ViewLink label="Inbox" search="" current={isArchived ? undefined : current} />
          <ViewLink
            label="Archived"
            search="?view=archived"
            current={isArchived ? current : undefined}
          />
        </nav>
      </header>
      {pages.kind === 'loading' && <Skeleton lines={6} label="Loading your messages…" />}
      {pages.kind === 'failed' && (
        <EmptyState
          title="Your messages could not be loaded"
          action={
            <Button variant="secondary" onClick={list.load}>
              Try again
            </Button>
          }
        >
          Check your connection.
        </EmptyState>
      )}
      {pages.kind === 'found' && pages.conversations.length === 0 && (
        <Nothing isArchived={isArchived} />
      )}
      {pages.kind === 'found' && pages.conversations.length > 0 && (
        <ul className="conversations">
          {pages.conversations.map((conversation) => (
            <ConversationEntry
              key={conversation.id}
              conversation={conversation}
              search={isArchived ? '?view=archived' : ''}
              isOpen={conversation.id === openId}
              isArrival={conversation.id === arrivalId}
            />
          ))}
        </ul>
      )}
      {pages.kind === 'found' && pages.hasMore && (
        <p>
          <Button variant="secondary" size="small" isBusy={list.isMoreBusy} onClick={list.showMore}>
            Show more conversations
          </Button>
        </p>
      )}
      <MailNotices user={user} isWaiting={pages.kind === 'loading'} />
    </section>
  );
}

function ViewLink({ label, search, current }: ViewLinkProps) {
  return (
    <Link to={`${links.messages}${search}`} aria-current={current}>
      {label}
    </Link>
  );
}

type ViewLinkProps = { label: string; search: string; current: 'true' | 'page' | undefined };

function Nothing({ isArchived }: { isArchived: boolean }) {
  if (isArchived) {
    return (
      <EmptyState title="Nothing archived">
        Archive a conversation to put it away. It comes back when somebody writes in it.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No messages yet">
      Members of the talent search write to candidates with a public profile. What they write, and
      what is answered, stands here.
    </EmptyState>
  );
}
