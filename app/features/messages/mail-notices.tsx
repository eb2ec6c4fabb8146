import type { User } from '@supabase/supabase-js';
import { openSupabase } from '#app/data/supabase.ts';
import { Switch } from '#app/ui/choice.tsx';
import { toast } from '#app/ui/toast.ts';
import { useLoading } from '#app/ui/use-loading.ts';

type MailNoticesProps = {
  user: User;
  /** While the list above is on its way, which would move the switch from under a press. */
  isWaiting: boolean;
};

/** Whether a mail says that a message has come. Without a row it does. */
export function MailNotices({ user, isWaiting }: MailNoticesProps) {
  const { state, change } = useLoading(readSetting, {
    key: user.id,
    onFailed: ({ message }) => console.warn('The setting could not be read:', message),
  });
  const isOn = state.data;

  async function write(wanted: boolean) {
    change(() => wanted);
    try {
      const client = await openSupabase();
      const { error } = await client
        .from('message_settings')
        .upsert({ user_id: user.id, mail_notices: wanted });
      if (error) throw error;
    } catch {
      change(() => !wanted);
      const description = 'The setting was not saved. Try again.';
      toast({ title: 'Error', description, kind: 'error' });
    }
  }

  if (isOn === undefined || isWaiting) return null;
  return (
    <Switch
      className="messages-notices"
      label="Email me about new messages"
      checked={isOn}
      onChange={(event) => write(event.target.checked)}
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
