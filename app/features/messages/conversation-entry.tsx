import { Link } from 'react-router';
import { Time } from '#app/ui/time.tsx';
import * as links from '#domain/site/links.ts';
import type { Conversation } from './conversation.ts';
import { cutOut } from './cut-out.ts';
import { describeDay } from './describe-time.ts';

type ConversationEntryProps = {
  conversation: Conversation;
  search: string;
  /** The search text, if the entry was found by it. */
  sought: string;
  isOpen: boolean;
  isArrival: boolean;
};

/** One line of the list: who, when, and the last words. */
export function ConversationEntry({
  conversation,
  search,
  sought,
  isOpen,
  isArrival,
}: ConversationEntryProps) {
  const { id, otherName, otherCompany, lastAt, isOtherGone, unread, found } = conversation;
  return (
    <li>
      <Link
        className="conversation-entry"
        to={`${links.conversation(id)}${search}${found ? `&found=${encodeURIComponent(found.at)}` : ''}`}
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
          {found && <FoundWords {...found} sought={sought} shown={describeDay(lastAt)} />}
          {!found && (isOtherGone ? 'Has closed their account' : <Words {...conversation} />)}
        </span>{' '}
        {sought && conversation.isArchived && (
          <span className="conversation-company">Archived</span>
        )}{' '}
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

type FoundWordsProps = NonNullable<Conversation['found']> & {
  sought: string;
  /** The day already shown next to it. */
  shown: string;
};

/** The matching message, from shortly before the first matching word. */
function FoundWords({ words, at, isMine, sought, shown }: FoundWordsProps) {
  const { before, match, after } = cutOut(words, sought);
  const day = describeDay(at);
  const lead = [isMine && 'You', day !== shown && day].filter(Boolean).join(', ');
  return (
    <>
      {lead && `${lead}: `}
      <bdi>
        {before}
        {match && <mark>{match}</mark>}
        {after}
      </bdi>
    </>
  );
}
