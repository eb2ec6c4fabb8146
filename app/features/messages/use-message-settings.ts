import { openData } from '#app/data/open-data.ts';
import { toastError } from '#app/ui/toast.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { useQuickChanges } from '#app/ui/use-quick-changes.ts';

type Settings = { mail_notices: boolean; shows_typing: boolean };

/** A person's settings for messages. Without a row everything is on. */
export function useMessageSettings(userId: string) {
  const { state, change } = useLoading(readSettings, {
    key: userId,
    onFailed: ({ message }) => console.warn('The settings could not be read:', message),
  });

  const make = useQuickChanges(state.data, change);

  async function write(wanted: Partial<Settings>) {
    try {
      await make(
        (now) => ({ ...now, ...wanted }),
        async () => {
          const client = await openData();
          const { error } = await client
            .from('message_settings')
            .upsert({ user_id: userId, ...wanted });
          if (error) throw error;
        },
      );
    } catch {
      const description = 'The setting was not saved. Try again.';
      toastError(description);
    }
  }

  return { settings: state.data, write };
}

export type MessageSettings = ReturnType<typeof useMessageSettings>;

async function readSettings(): Promise<Settings> {
  const client = await openData();
  const { data, error } = await client
    .from('message_settings')
    .select('mail_notices, shows_typing')
    .maybeSingle();
  if (error) throw error;
  return data ?? { mail_notices: true, shows_typing: true };
}
