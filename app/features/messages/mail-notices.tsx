import type { User } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { Switch } from '#app/ui/choice.tsx';
import { toast } from '#app/ui/toast.ts';

type MailNoticesProps = {
  user: User;
  /** While the list above is on its way, which would move the switch from under a press. */
  isWaiting: boolean;
};

/** Whether a mail says that a message has come. Without a row it does. */
export function MailNotices({ user, isWaiting }: MailNoticesProps) {
  const [isOn, setOn] = useState<boolean>();

  // Synchronises with the person's setting.
  useEffect(() => {
    let isOver = false;
    readSetting()
      .then((setting) => !isOver && setOn(setting))
      .catch((error: unknown) => console.warn('The setting could not be read:', error));
    return () => {
      isOver = true;
    };
  }, []);

  async function change(wanted: boolean) {
    setOn(wanted);
    try {
      const client = await openSupabase();
      const { error } = await client
        .from('message_settings')
        .upsert({ user_id: user.id, mail_notices: wanted });
      if (error) throw error;
    } catch {
      setOn(!wanted);
      const description = 'The setting was not saved. Try again.';
      toast({ title: 'Error', description, kind: 'error' });
    }
  }

  if (isOn === undefined || isWaiting) return null;
  return (
    <Switch
      className="messages-notices"
      label="Mail me about new messages"
      checked={isOn}
      onChange={(event) => change(event.target.checked)}
    />
  );
}

async function readSetting(): Promise<boolean> {
  const client = await openSupabase();
  const { data, error } = await client
    .from('message_settings')
    .select('mail_notices')
    .maybeSingle();
  if (error) throw error;
  return data?.mail_notices ?? true;
}
