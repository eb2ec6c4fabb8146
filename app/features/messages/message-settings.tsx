import { Switch } from '#app/ui/choice.tsx';
import type { MessageSettings } from './use-message-settings.ts';

type MessageSettingsProps = MessageSettings & {
  /** While the list above is on its way, which would move the switches from under a press. */
  isWaiting: boolean;
};

/** Whether a mail says that a message has come, and whether others see that one is typing. */
export function MessageSettingsSwitches({ settings, write, isWaiting }: MessageSettingsProps) {
  if (!settings || isWaiting) return null;
  return (
    <div className="messages-notices">
      <Switch
        label="Email me about new messages"
        checked={settings.mail_notices}
        onChange={(event) => write({ mail_notices: event.target.checked })}
      />
      <Switch
        label="Show when I am typing, and see when others are"
        checked={settings.shows_typing}
        onChange={(event) => write({ shows_typing: event.target.checked })}
      />
    </div>
  );
}
