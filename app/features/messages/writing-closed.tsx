import type { User } from '@supabase/supabase-js';
import { useEffect, useRef, useState } from 'react';
import { readMessageDraft } from '#app/drafts/message-draft.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Notice } from '#app/ui/notice.tsx';
import { toastError } from '#app/ui/toast.ts';
import * as links from '#domain/site/links.ts';
import type { Conversation } from './conversation.ts';

export type ClosedReason = 'gone' | 'blocked' | 'closed' | 'unanswered';

type WritingClosedProps = {
  user: User;
  conversation: Conversation;
  reason: ClosedReason;
  takesFocus: boolean;
  unblock(): Promise<void>;
  onChange(conversation?: Conversation): Promise<void>;
};

const words: Record<ClosedReason, { title: string; text: string }> = {
  gone: {
    title: 'has closed their account.', // after the name
    text: 'Their messages went with the account. Yours stay here.',
  },
  blocked: {
    title: 'You have blocked this person.',
    text: 'Neither of you can write to the other.',
  },
  closed: {
    title: 'You can no longer write in this conversation.',
    text: 'Everything that was written stays here.',
  },
  unanswered: {
    title: 'You have already written to this person.',
    text: 'You can write again as soon as they answer.',
  },
};

/** If the member's side is a team. */
const teamTitles: Partial<Record<ClosedReason, string>> = {
  blocked: 'Your team has blocked this person.',
  unanswered: 'Your team has already written to this person.',
};

/** Replaces the field. What was typed and not sent can still be read. */
export function WritingClosed({
  user,
  conversation,
  reason,
  takesFocus,
  unblock,
  onChange,
}: WritingClosedProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isBusy, setBusy] = useState(false);
  const { title, text } = words[reason];
  const { side, isShared, isApplicant, lastColleague } = conversation;
  const ofTeam = side === 'member' && isShared ? teamTitles[reason] : undefined;
  const isByTeam = ofTeam && (reason !== 'unanswered' || lastColleague);
  const maySubscribe = reason === 'closed' && side === 'member' && !isApplicant;
  const { text: typed } = readMessageDraft(user.id, conversation.id);
  // A message whose confirmation was lost is both a draft and among the messages.
  const isWritten = conversation.isLastMine && conversation.lastMessage === typed.trim();

  // Synchronises focus with the field that has disappeared.
  useEffect(() => {
    if (takesFocus) place.current?.focus();
  }, [takesFocus]);

  async function liftBlock() {
    setBusy(true);
    try {
      await unblock();
      await onChange({ ...conversation, isBlockedByMe: false });
    } catch (error) {
      setBusy(false);
      toastError(failureOf(error).message);
    }
  }

  return (
    <div className="writing-closed" ref={place} tabIndex={-1}>
      <Notice
        title={
          <>
            {reason === 'gone' && <bdi>{conversation.otherName} </bdi>}
            {isByTeam ? ofTeam : title}
          </>
        }
      >
        <p>{text}</p>
        {maySubscribe && (
          <p>
            Your{' '}
            <a className="link" href={links.membership}>
              membership
            </a>{' '}
            may have ended, the profile may no longer be open to you, or an application was taken
            back.
          </p>
        )}
        {typed && !isWritten && (
          <p className="writing-unsent">
            Not sent: <bdi>{typed}</bdi>
          </p>
        )}
        {reason === 'blocked' && (
          <Button variant="secondary" size="small" isBusy={isBusy} onClick={liftBlock}>
            Unblock
          </Button>
        )}
      </Notice>
    </div>
  );
}
