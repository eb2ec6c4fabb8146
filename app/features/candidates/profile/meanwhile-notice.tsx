import { useEffect, useRef } from 'react';
import { Button } from '#app/ui/button.tsx';
import type { Failure } from '#app/ui/failure.ts';
import type { Toast } from '#app/ui/flash.ts';
import { Notice } from '#app/ui/notice.tsx';
import { goToField } from './go-to-field.ts';
import type { ProfileField } from './profile-values.ts';

type MeanwhileNoticeProps = {
  /** The fields that both sides changed, with what was saved elsewhere. */
  theirs: { field: ProfileField; name: string; text: string }[];
  onTake(field: ProfileField): void;
};

/** Two tabs changed the same fields: what was typed here is kept, and the other version is offered. */
export default function MeanwhileNotice({ theirs, onTake }: MeanwhileNoticeProps) {
  const place = useRef<HTMLDivElement>(null);

  // Synchronises focus with a comparison that has appeared.
  useEffect(() => place.current?.focus(), []);

  /** The button disappears with its row: continue with the next row, or where the last one was. */
  function take(field: ProfileField) {
    onTake(field);
    if (theirs.length > 1) place.current?.focus();
    else goToField(field);
  }

  return (
    <div ref={place} tabIndex={-1} className="profile-meanwhile">
      <Notice tone="danger" title="Your profile was changed elsewhere">
        <p>
          The form holds what you typed here. Below is what was saved there; saving again replaces
          it.
        </p>
        <dl>
          {theirs.map(({ field, name, text }) => (
            <div key={field}>
              <dt>{name}</dt>
              <dd dir="auto">{text || 'Empty'}</dd>
              <dd>
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Take this for ${name}`}
                  onClick={() => take(field)}
                >
                  Take this
                </Button>
              </dd>
            </div>
          ))}
        </dl>
      </Notice>
    </div>
  );
}

export const gone: Failure = {
  code: 'gone',
  message: 'This profile has since been deleted. What you typed is still here.',
};

export function changedElsewhere(isContested: boolean): Toast {
  return {
    title: 'Your profile was changed elsewhere',
    description: isContested
      ? 'Nothing that you typed is lost. Compare, then save again.'
      : 'Its changes are in the form now, beside yours. Save again.',
    kind: 'error',
  };
}
