import type { User } from '@supabase/supabase-js';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { openData } from '#app/data/open-data.ts';
import { late } from '#app/ui/late.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { markRead, unblock } from './change-conversation.ts';
import { Composer } from './composer.tsx';
import type { Conversation } from './conversation.ts';
import { MessageList } from './message-list.tsx';
import { useColleagues } from './use-colleagues.ts';
import { useThread } from './use-thread.ts';
import type { Typing } from './use-typing.ts';
import type { ClosedReason } from './writing-closed.tsx';

/** Rarely needed, so it is loaded on demand. */
const WritingClosed = late(async () => (await import('./writing-closed.tsx')).WritingClosed);

type ThreadProps = {
  user: User;
  conversation: Conversation;
  sought: string;
  foundAt: string | undefined;
  typing: Typing;
  onChange(conversation?: Conversation): Promise<void>;
};

/** The messages of a conversation, and the field for the next one. */
export function Thread(props: ThreadProps) {
  const { user, conversation, sought, foundAt, typing, onChange } = props;
  const { id, lastAt, otherName, unread, isOtherGone } = conversation;
  // Readers stay where they are when the search that led here is cleared or changed.
  const [place, setPlace] = useState({ sought, foundAt });
  if (foundAt && foundAt !== place.foundAt) setPlace({ sought, foundAt });
  const { state, again, earlier } = useThread(id, lastAt, place.foundAt, isOtherGone);
  const nameOf = useColleagues(conversation);
  // When writing was closed, until something new arrives and reopens it.
  const [closedAt, setClosedAt] = useState<string>();
  // Whether the field was used: its replacement then takes focus.
  const [hasWritten, setHasWritten] = useState(false);
  const isVisible = useSyncExternalStore(followVisibility, isPageVisible, () => true);
  const newest = state.data?.messages.at(-1)?.created_at;

  const read = useEffectEvent(async (upTo: string) => {
    await markRead(await openData(), id, upTo);
    await onChange({ ...conversation, unread: 0 });
  });

  // Synchronises how far the person has read with what is on the screen.
  useEffect(() => {
    if (unread === 0 || !newest || !isVisible) return;
    read(newest).catch((error: unknown) => console.warn('Not marked as read:', error));
  }, [unread, newest, isVisible]);

  if (state.kind === 'waiting') return <Skeleton lines={6} label="Loading the messages…" />;
  if (state.kind === 'failed') {
    return (
      <LoadFailure title="The messages could not be loaded" failure={state.failure} again={again} />
    );
  }
  const { messages, hasEarlier, news } = state.data;
  const reason = whyClosed(conversation, closedAt === lastAt);
  return (
    <>
      <MessageList
        messages={messages}
        userId={user.id}
        nameOf={nameOf}
        found={place}
        hasEarlier={hasEarlier}
        isEarlierBusy={earlier.isBusy}
        onLoadEarlier={earlier.more}
      />
      <p className="sr-only" role="status">
        {/* The key makes screen readers announce the same words again. */}
        <span key={news.at(-1)?.id}>{describeNews(news, user.id, nameOf)}</span>
      </p>
      {reason ? (
        <WritingClosed
          user={user}
          conversation={conversation}
          reason={reason}
          takesFocus={hasWritten}
          unblock={async () => unblock(await openData(), conversation)}
          waiting={null}
          onChange={onChange}
        />
      ) : (
        <Composer
          userId={user.id}
          conversationId={id}
          seenAt={newest}
          typist={typing.isOtherTyping ? otherName : undefined}
          onTyping={(isOver) => {
            if (!isOver) setHasWritten(true);
            typing.say(isOver);
          }}
          remark={describeWhatAReplyTells(conversation, user)}
          onSent={() => {
            setHasWritten(true);
            return onChange();
          }}
          onClosed={() => {
            setHasWritten(true);
            setClosedAt(lastAt);
          }}
        />
      )}
    </>
  );
}

/** Members may write while they can see the profile and after a reply; to an applicant, at any time. */
function whyClosed(
  { side, isOtherGone, isBlockedByMe, isMyTurn, isApplicant, profileId }: Conversation,
  isClosed: boolean,
): ClosedReason | undefined {
  if (isOtherGone) return 'gone';
  if (isBlockedByMe) return 'blocked';
  if (isClosed || (side === 'member' && !profileId && !isApplicant)) return 'closed';
  return isMyTurn ? undefined : 'unanswered';
}

/** Candidates are known by their headline; whether to give their name is up to them. */
function describeWhatAReplyTells(
  { side, otherName, isShared }: Conversation,
  user: User,
): string | undefined {
  if (side !== 'candidate') return undefined;
  const name = String(user.user_metadata.full_name ?? '').trim();
  const who = isShared ? `${otherName} and the team` : otherName;
  const verb = isShared ? 'see' : 'sees';
  const told = `When you answer, ${who} ${verb} your name, ${name}. Answering shows nobody your email address.`;
  const back =
    'They can write back while your profile is open to them, or about an application of yours.';
  return name ? `${told} ${back}` : back;
}

/** Includes the words, because the same sentence twice would be announced only once. */
function describeNews(
  news: { sender_id: string; body: string }[],
  userId: string,
  nameOf: (id: string) => string,
): string {
  const theirs = news.filter(({ sender_id }) => sender_id !== userId);
  const [first] = theirs;
  if (!first) return news.length > 0 ? `Sent: ${news.at(-1)?.body}` : '';
  const name = nameOf(first.sender_id);
  return theirs.length === 1
    ? `${name} wrote: ${first.body}`
    : `${theirs.length} new messages from ${name}`;
}

function followVisibility(tell: () => void) {
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}

function isPageVisible() {
  return !document.hidden;
}
