import { Link } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';
import * as links from '#domain/site/links.ts';
import type { ConversationPages } from './conversation.ts';
import { ConversationEntry } from './conversation-entry.tsx';
import { ConversationSearch } from './conversation-search.tsx';
import { MessageSettingsSwitches } from './message-settings.tsx';
import type { Conversations } from './use-conversations.ts';
import type { MessageSettings } from './use-message-settings.ts';
import './list-pane.css';

type ListPaneProps = {
  settings: MessageSettings;
  list: Conversations;
  /** Loaded once the inbox is empty. */
  archived: Conversations['state'];
  isArchived: boolean;
  /** Neither the inbox nor the archive has anything to search. */
  hasNone: boolean;
  /** The text to search for in all of them. */
  sought: string;
  /** The query that leads back to this list. */
  search: string;
  openId: string | undefined;
  /** Which entry gets focus when coming back from a conversation. */
  arrivalId: string | undefined;
};

/** The conversations in the inbox or the archive, or search results from both. */
export function ListPane({
  settings,
  list,
  archived,
  isArchived,
  hasNone,
  sought,
  search,
  openId,
  arrivalId,
}: ListPaneProps) {
  const { state } = list;
  const isEmpty = state.data?.conversations.length === 0;
  const isWaiting = state.kind === 'waiting' || (isEmpty && !sought && archived.kind === 'waiting');
  const Heading = openId ? 'h2' : 'h1';
  const current = openId ? 'true' : 'page';
  // The button for more disappears after its last press.
  const place = useKeptFocus<HTMLElement>(state.data && Number(state.data.hasMore));
  return (
    <section className="messages-list" aria-labelledby="messages-title" ref={place} tabIndex={-1}>
      <header>
        <Heading id="messages-title">Messages</Heading>
        <nav aria-label="Conversations">
          <ViewLink label="Inbox" search="" current={isArchived || sought ? undefined : current} />
          <ViewLink
            label="Archived"
            search="?view=archived"
            current={isArchived ? current : undefined}
          />
        </nav>
      </header>
      {!hasNone && <ConversationSearch sought={sought} />}
      <p className="sr-only" role="status">
        {sought && state.data && describeFound(state.data)}
      </p>
      {isWaiting && <Skeleton lines={6} label="Loading your messages…" />}
      {state.kind === 'failed' && (
        <LoadFailure
          title="Your messages could not be loaded"
          failure={state.failure}
          again={list.again}
        />
      )}
      {isEmpty && sought && (
        <EmptyState
          title={`Nothing found for “${sought}”`}
          action={
            <Link className="link" to={links.messages}>
              Show all conversations
            </Link>
          }
        >
          This searches names, and the beginnings of words in every message, archived ones included.
        </EmptyState>
      )}
      {isEmpty && !isWaiting && !sought && (
        <Nothing
          isArchived={isArchived}
          isAllArchived={archived.data?.conversations.length !== 0}
        />
      )}
      {state.data && state.data.conversations.length > 0 && (
        <ul className="conversations">
          {state.data.conversations.map((conversation) => (
            <ConversationEntry
              key={conversation.id}
              conversation={conversation}
              search={search}
              sought={sought}
              isOpen={conversation.id === openId}
              isArrival={conversation.id === arrivalId}
            />
          ))}
        </ul>
      )}
      {state.data?.hasMore && (
        <p>
          <Button
            variant="secondary"
            size="small"
            isBusy={list.more.isBusy}
            onClick={list.more.more}
          >
            Show more conversations
          </Button>
        </p>
      )}
      <MessageSettingsSwitches {...settings} isWaiting={isWaiting} />
    </section>
  );
}

function describeFound({ conversations: { length }, hasMore }: ConversationPages): string {
  const count = hasMore ? `More than ${length}` : length || 'No';
  return `${count} ${length === 1 ? 'conversation' : 'conversations'} found`;
}

function ViewLink({ label, search, current }: ViewLinkProps) {
  return (
    <Link to={`${links.messages}${search}`} aria-current={current}>
      {label}
    </Link>
  );
}

type ViewLinkProps = { label: string; search: string; current: 'true' | 'page' | undefined };

type NothingProps = { isArchived: boolean; isAllArchived: boolean };

function Nothing({ isArchived, isAllArchived }: NothingProps) {
  if (isArchived) {
    return (
      <EmptyState title="Nothing archived">
        Archive a conversation to put it away. It comes back when somebody writes in it.
      </EmptyState>
    );
  }
  if (isAllArchived) {
    return (
      <EmptyState title="Nothing in your inbox">
        What you archived is under Archived. A conversation comes back here when somebody writes in
        it.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No messages yet">
      Employers with a membership write to candidates with a public profile, and companies to those
      who applied to them here. What they write, and the answers, appear here.
    </EmptyState>
  );
}
