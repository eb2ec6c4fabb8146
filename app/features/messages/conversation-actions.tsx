import type { User } from '@supabase/supabase-js';
import { type ComponentProps, useState } from 'react';
import { openData } from '#app/data/open-data.ts';
import { DropdownMenu } from '#app/ui/dropdown-menu.tsx';
import { failureOf } from '#app/ui/failure.ts';
import type { Toast } from '#app/ui/flash.ts';
import { late } from '#app/ui/late.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { toast, toastError } from '#app/ui/toast.ts';
import { block, setArchived, unblock } from './change-conversation.ts';
import type { Conversation } from './conversation.ts';

const ReportDialog = late(async () => (await import('./report-dialog.tsx')).default);
const BlockDialog = late(async () => (await import('./block-dialog.tsx')).default);

type ConversationActionsProps = {
  user: User;
  conversation: Conversation;
  onChange(conversation?: Conversation): Promise<void>;
};

/** Archive a conversation, or block or report the other person. */
export function ConversationActions({ user, conversation, onChange }: ConversationActionsProps) {
  const { isArchived, isBlockedByMe, isOtherGone } = conversation;
  const [asks, setAsks] = useState<'block' | 'report'>();
  const [isBusy, setBusy] = useState(false);

  async function change(
    work: typeof block,
    changed: Partial<Conversation>,
    told: Toast,
  ): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await work(await openData(), conversation);
      await onChange({ ...conversation, ...changed });
      toast(told);
    } catch (error) {
      toastError(failureOf(error).message);
    }
    setBusy(false);
    setAsks(undefined);
  }

  const archive = () =>
    change(
      (client, { id }) => setArchived(client, id, !isArchived),
      { isArchived: !isArchived },
      { title: isArchived ? 'Conversation is back in the inbox' : 'Conversation archived' },
    );

  /** Somebody who is gone needs no blocking. */
  const away: ComponentProps<typeof DropdownMenu>['items'] = [
    { kind: 'divider' },
    { label: 'Report', onSelect: () => setAsks('report') },
    isBlockedByMe
      ? {
          label: 'Unblock',
          onSelect: () => change(unblock, { isBlockedByMe: false }, { title: 'Person unblocked' }),
        }
      : { label: 'Block', isDanger: true, onSelect: () => setAsks('block') },
  ];

  return (
    <>
      <DropdownMenu
        label={
          <>
            {isBusy && <Spinner label="Working…" />}
            More<span className="sr-only"> for this conversation</span>
          </>
        }
        items={[
          { label: isArchived ? 'Unarchive' : 'Archive', onSelect: archive },
          ...(isOtherGone ? [] : away),
        ]}
      />
      {asks === 'block' && (
        <BlockDialog
          onLost={() => setAsks(undefined)}
          conversation={conversation}
          isBusy={isBusy}
          onClose={() => setAsks(undefined)}
          onConfirm={() => change(block, { isBlockedByMe: true }, { title: 'Person blocked' })}
        />
      )}
      {asks === 'report' && (
        <ReportDialog
          onLost={() => setAsks(undefined)}
          user={user}
          conversation={conversation}
          onClose={() => setAsks(undefined)}
        />
      )}
    </>
  );
}
