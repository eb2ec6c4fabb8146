import { Switch } from '#app/ui/choice.tsx';
import type { MessageSettings } from './use-message-settings.ts';

type MessageSettingsProps = MessageSettings & {
  /** The list above is still loading, and would move the switches from under a finger. */
  isWaiting: boolean;
};

/** Whether new messages are announced by email, and whether others see when one is typing. */
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
