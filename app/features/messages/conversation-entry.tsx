import { Link } from 'react-router';
import { Time } from '#app/ui/time.tsx';
import * as links from '#domain/site/links.ts';
import type { Conversation } from './conversation.ts';
import { describeDay } from './describe-time.ts';

type ConversationEntryProps = {
  conversation: Conversation;
  search: string;
  isOpen: boolean;
  isArrival: boolean;
};

/** One line of the list: who, when, and the last words. */
export function ConversationEntry({
  conversation,
  search,
  isOpen,
  isArrival,
}: ConversationEntryProps) {
  const { id, otherName, otherCompany, lastAt, isOtherGone, unread } = conversation;
  return (
    <li>
      <Link
        className="conversation-entry"
        to={`${links.conversation(id)}${search}`}
        aria-current={isOpen ? 'page' : undefined}
        data-unread={unread > 0 || undefined}
        data-arrival={isArrival || undefined}
      >
        <span className="conversation-name" dir="auto">
          {otherName}
        </span>{' '}
        <Time at={lastAt}>{describeDay(lastAt)}</Time>{' '}
        {otherCompany && (
          <span className="conversation-company" dir="auto">
            {otherCompany}
          </span>
        )}{' '}
        <span className="conversation-words">
          {isOtherGone ? 'Has closed their account' : <Words {...conversation} />}
        </span>{' '}
        {unread > 0 && (
          <span className="conversation-unread">
            {unread < 100 ? unread : '99+'}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </Link>
    </li>
  );
}

function Words({ isLastMine, lastColleague, lastMessage }: Conversation) {
  return (
    <>
      {isLastMine && 'You: '}
      {!isLastMine && lastColleague && (
        <>
          <bdi>{lastColleague}</bdi>:{' '}
        </>
      )}
      <bdi>{lastMessage}</bdi>
    </>
  );
}
