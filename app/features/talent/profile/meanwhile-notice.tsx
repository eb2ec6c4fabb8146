import { useEffect, useRef } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { fieldNames, textOf } from './profile-values.ts';
import type { OwnProfile } from './use-profile.ts';

/** Two tabs changed the same fields: what was typed here is kept, and the other version is offered. */
export function MeanwhileNotice({ profile: { meanwhile, takeTheirs } }: { profile: OwnProfile }) {
  const place = useRef<HTMLDivElement>(null);
  const isThere = meanwhile !== undefined;

  // Synchronises the focus with a comparison that came up.
  useEffect(() => {
    if (isThere) place.current?.focus();
  }, [isThere]);

  if (!meanwhile) return null;
  return (
    <div ref={place} tabIndex={-1} className="profile-meanwhile">
      <Notice tone="danger" title="Your profile was changed in another tab">
        <p>
          The form holds what you typed here. Below is what was saved there; saving again replaces
          it.
        </p>
        <dl>
          {meanwhile.contested.map((field) => (
            <div key={field}>
              <dt>{fieldNames[field]}</dt>
              <dd dir="auto">{textOf(meanwhile.theirs[field]) || 'Empty'}</dd>
              <dd>
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Take this for ${fieldNames[field]}`}
                  onClick={() => takeTheirs(field)}
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
