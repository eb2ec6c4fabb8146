import type { User } from '@supabase/supabase-js';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import * as links from '#domain/site/links.ts';
import type { Conversation } from './conversation.ts';
import { ConversationActions } from './conversation-actions.tsx';
import { Thread } from './thread.tsx';
import type { OpenConversation } from './use-open-conversation.ts';
import { useTyping } from './use-typing.ts';
import './conversation-pane.css';

type ConversationPaneProps = {
  user: User;
  id: string;
  open: OpenConversation;
  /** The search text, and when a matching message was written: the conversation opens there. */
  sought: string;
  foundAt: string | undefined;
  /** Applies to both sides. */
  showsTyping: boolean;
  /** Keeps the archive open next to the conversation. */
  search: string;
  /** Something was done here; with the updated conversation, if known. */
  onChange(conversation?: Conversation): Promise<void>;
  onTryAgain(): void;
};

/** The open conversation, with its name and its actions. */
export function ConversationPane(props: ConversationPaneProps) {
  const { user, id, open, sought, foundAt, showsTyping, search, onChange, onTryAgain } = props;
  const conversation = typeof open === 'object' && 'id' in open ? open : undefined;
  const failure = typeof open === 'object' && 'failure' in open ? open.failure : undefined;
  const name = conversation?.otherName;
  const typing = useTyping({
    userId: user.id,
    conversationId: id,
    isOn: showsTyping && conversation !== undefined,
  });

  // Synchronises the tab's title with the other person's name.
  useEffect(() => {
    if (name) document.title = document.title.replace(/^[^·|]*/, () => `${name} `);
  }, [name]);

  return (
    <section className="messages-open" aria-labelledby="conversation-title">
      <header>
        <Link className="link messages-back" to={`${links.messages}${search}`}>
          <ArrowLeft aria-hidden="true" />
          All messages
        </Link>
        <div className="conversation-who">
          <h1 id="conversation-title" dir="auto">
            {name ?? 'Conversation'}
          </h1>
          {conversation && <About conversation={conversation} />}
        </div>
        {conversation && (
          <ConversationActions user={user} conversation={conversation} onChange={onChange} />
        )}
      </header>
      {open === 'loading' && <Skeleton lines={6} label="Loading the conversation…" />}
      {open === 'missing' && (
        <EmptyState title="This conversation is not available">
          It belongs to a different account from the one you are signed in with, or it no longer
          exists.
        </EmptyState>
      )}
      {failure && (
        <LoadFailure
          title="The conversation could not be loaded"
          failure={failure}
          again={onTryAgain}
        />
      )}
      {conversation && <Thread {...{ user, conversation, sought, foundAt, typing, onChange }} />}
    </section>
  );
}

function About({ conversation: { side, profileId, otherCompany, isShared } }: AboutProps) {
  if (side === 'candidate') {
    return (
      <>
        {otherCompany && <p dir="auto">{otherCompany}</p>}
        {isShared && <p>Others on the team read this too.</p>}
      </>
    );
  }
  return (
    <>
      {otherCompany && <p dir="auto">{otherCompany}</p>}
      {isShared && <p>Shared with your team.</p>}
      {profileId && (
        <p>
          <a className="link" href={links.candidate(profileId)}>
            Profile
          </a>
        </p>
      )}
    </>
  );
}

type AboutProps = { conversation: Conversation };
