import { ArrowDown } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { late } from '#app/ui/late.tsx';
import { Time } from '#app/ui/time.tsx';
import { findWords } from './cut-out.ts';
import { describeMoment } from './describe-time.ts';
import type { Message } from './use-thread.ts';

const FoundMessage = late(async () => (await import('./found-message.tsx')).FoundMessage);

type MessageListProps = {
  messages: Message[];
  userId: string;
  /** Who wrote it, if it was not this person. */
  nameOf(senderId: string): string;
  /** The match that a search led to: the list opens there. */
  found: { sought: string; foundAt: string | undefined };
  hasEarlier: boolean;
  isEarlierBusy: boolean;
  onLoadEarlier(): Promise<void>;
};

/** Closer than this to the end, in pixels, the list follows new messages. */
const nearEnd = 80;

/** The messages, newest at the end. Whoever reads further up stays in place. */
export function MessageList(props: MessageListProps) {
  const { messages, userId, nameOf, found, hasEarlier, isEarlierBusy, onLoadEarlier } = props;
  const place = useRef<HTMLDivElement>(null);
  const before = useRef({ isAtEnd: true, height: 0, firstId: '', lastId: '' });
  const [below, setBelow] = useState<'New message' | 'Newest messages'>();
  const [isPlain, setPlain] = useState(false);
  const first = messages[0];
  const last = messages.at(-1);

  // Synchronises the scroll position with messages added at either end.
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const { isAtEnd, height, firstId, lastId } = before.current;
    const isLonger = last?.id !== lastId;
    if (!lastId && found.foundAt) {
      // If showing the match takes no scrolling, update the state all the same.
      element.dispatchEvent(new Event('scroll'));
    } else if (isLonger && (isAtEnd || last?.sender_id === userId)) {
      element.scrollTop = element.scrollHeight;
    } else if (first?.id !== firstId) {
      element.scrollTop += element.scrollHeight - height;
    } else if (isLonger) setBelow('New message');
    before.current = {
      ...before.current,
      height: element.scrollHeight,
      firstId: first?.id ?? '',
      lastId: last?.id ?? '',
    };
  }, [first, last, userId, found.foundAt]);

  function noteScroll() {
    const element = place.current;
    if (!element) return;
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd;
    before.current.isAtEnd = isAtEnd;
    if (isAtEnd) setBelow(undefined);
    else if (found.foundAt) setBelow((now) => now ?? 'Newest messages');
  }

  async function loadEarlier() {
    await onLoadEarlier();
    // The button may be gone by now.
    place.current?.focus({ preventScroll: true });
  }

  function showNewest() {
    const element = place.current;
    if (!element) return;
    element.scrollTop = element.scrollHeight;
    element.focus({ preventScroll: true });
  }

  return (
    <div className="messages-room">
      <section
        className="messages-scroll"
        aria-label="Messages of this conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        ref={place}
        onScroll={noteScroll}
      >
        {hasEarlier && (
          <p className="messages-earlier">
            <Button variant="quiet" size="small" isBusy={isEarlierBusy} onClick={loadEarlier}>
              Load earlier messages
            </Button>
          </p>
        )}
        <ol className="message-list">
          {messages.map(({ id, sender_id, body, created_at }) => (
            <li
              key={id}
              className="message"
              data-mine={sender_id === userId || undefined}
              data-found={created_at === found.foundAt || undefined}
            >
              <p className="message-by">
                <b dir="auto">{sender_id === userId ? 'You' : nameOf(sender_id)}</b>{' '}
                <Time at={created_at}>{describeMoment(created_at)}</Time>
              </p>
              <p className="message-body" dir="auto">
                {created_at === found.foundAt && !isPlain ? (
                  <FoundMessage
                    body={body}
                    words={findWords(body, found.sought)}
                    waiting={body}
                    onLost={() => setPlain(true)}
                  />
                ) : (
                  body
                )}
              </p>
            </li>
          ))}
        </ol>
      </section>
      {below && (
        <Button size="small" className="messages-news" onClick={showNewest}>
          <ArrowDown aria-hidden="true" />
          {below}
        </Button>
      )}
    </div>
  );
}
