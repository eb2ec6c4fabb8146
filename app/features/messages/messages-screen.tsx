import type { User } from '@supabase/supabase-js';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { openData } from '#app/data/open-data.ts';
import { line } from '#app/live/line.ts';
import { useNews } from '#app/live/use-news.ts';
import { reflectUnread } from '#app/shell/unread.ts';
import { classNames } from '#app/ui/class-names.ts';
import { ConversationPane } from './conversation-pane.tsx';
import { ListPane } from './list-pane.tsx';
import { useConversations } from './use-conversations.ts';
import { useMessageSettings } from './use-message-settings.ts';
import { useOpenConversation } from './use-open-conversation.ts';
import { usePoll } from './use-poll.ts';
import { momentIn } from './use-thread.ts';
import './messages.css';

type MessagesScreenProps = { user: User; conversationId?: string | undefined };

/** A person's conversations and the open one: two screens on a phone, side by side on a desktop. */
export function MessagesScreen({ user, conversationId }: MessagesScreenProps) {
  const [search] = useSearchParams();
  const sought = search.get('q')?.replaceAll('\0', ' ').trim() ?? '';
  const isArchived = !sought && search.get('view') === 'archived';
  const inbox = useConversations({ isArchived: false }, true);
  const isEmpty = inbox.state.data?.conversations.length === 0;
  // The text of an empty inbox depends on it.
  const archive = useConversations({ isArchived: true }, isArchived || isEmpty);
  const found = useConversations({ sought }, Boolean(sought));
  const list = sought ? found : isArchived ? archive : inbox;
  const { open, remember, readAgain } = useOpenConversation(conversationId, [inbox, list]);
  const lastOpen = useRef(conversationId);
  const shown = list.state.data;
  const archiveOrInbox = isArchived ? '?view=archived' : '';
  const address = sought ? `?${new URLSearchParams({ q: sought })}` : archiveOrInbox;

  async function refresh() {
    const hasNews = await inbox.refresh();
    // A new message takes its conversation out of the archive, and may match the search.
    if (hasNews && list !== inbox) await list.refresh();
    return hasNews;
  }
  const settings = useMessageSettings(user.id);
  const lookAgain = usePoll(refresh, () => line.isOpen);
  useNews(user.id, 'messages', lookAgain);

  /** After something was done here; if this fails, the next poll will follow. */
  async function look() {
    const [isListed] = await Promise.all([inbox.refresh(), list !== inbox && list.refresh()]).catch(
      () => [],
    );
    if (!isListed) tellUnread();
  }

  // Synchronises the header's count with what the list shows.
  const { data } = inbox.state;
  useEffect(() => {
    if (data) tellUnread();
  }, [data]);

  // Synchronises the entry that gets focus on the way back with the address.
  useEffect(() => {
    if (conversationId) lastOpen.current = conversationId;
  }, [conversationId]);

  return (
    <div className={classNames('wrap messages', conversationId && 'has-conversation')}>
      <ListPane
        settings={settings}
        list={list}
        archived={archive.state}
        isArchived={isArchived}
        hasNone={isEmpty && !sought && !archive.state.data?.conversations.length}
        sought={sought}
        search={address}
        openId={conversationId}
        arrivalId={conversationId ? undefined : lastOpen.current}
      />
      {conversationId ? (
        <ConversationPane
          key={conversationId}
          user={user}
          id={conversationId}
          open={open}
          sought={sought}
          foundAt={sought ? momentIn(search.get('found')) : undefined}
          showsTyping={settings.settings?.shows_typing ?? false}
          search={address}
          onChange={(conversation) => {
            if (conversation) remember(conversation);
            if (conversation?.isArchived) archive.put(conversation);
            return look();
          }}
          onTryAgain={readAgain}
        />
      ) : (
        shown &&
        shown.conversations.length > 0 && (
          <p className="messages-nothing-open">Choose a conversation to read it here.</p>
        )
      )}
    </div>
  );
}

async function tellUnread() {
  const client = await openData();
  const { data } = await client.rpc('unread_messages');
  if (typeof data === 'number') reflectUnread(data);
}
