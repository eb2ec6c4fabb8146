import type { User } from '@supabase/supabase-js';
import type { ReactNode } from 'react';
import { openData } from '#app/data/open-data.ts';
import { Notice } from '#app/ui/notice.tsx';
import { useLoading } from '#app/ui/use-loading.ts';

/** Shown to people whose email bounced. Nobody else learns of it. */
export function MailboxGone({ user, children }: { user: User; children: ReactNode }) {
  const { state } = useLoading(readGone, { key: `${user.id} ${user.email}` });
  if (!state.data) return null;
  return (
    <Notice tone="danger" title="Our last email to you came back">
      The mail server of <b className="wrap-anywhere">{user.email}</b> says that there is no such
      mailbox. {children}
    </Notice>
  );
}

async function readGone() {
  const client = await openData();
  const { data, error } = await client.rpc('own_mailbox_is_gone');
  if (error) throw error;
  return data ?? false;
}
