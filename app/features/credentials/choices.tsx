import { useState } from 'react';
import { callFunction } from '#app/data/call-function.ts';
import { ChoiceGroup, Radio, Switch } from '#app/ui/choice.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Notice } from '#app/ui/notice.tsx';
import { useQuickChanges } from '#app/ui/use-quick-changes.ts';
import type { OnProfile, OwnCredential } from '#domain/credentials/credentials.ts';
import { NotMine } from './not-mine.tsx';

type ChoicesProps = { credential: OwnCredential; onDone(words: string): void };
type Chosen = { isListed: boolean; onProfile: OnProfile };

const onProfileWords = {
  seal: ['A verified seal', 'The credential and its year. Not the number, and not your name.'],
  number: [
    'The seal, with number and link',
    'The page behind the link names you as the certificate does: members who find your profile learn your name.',
  ],
  no: ['Nothing', 'The register knows it; your profile does not say so.'],
} as const satisfies Record<OnProfile, readonly [string, string]>;

/** Who may see the credential. Nothing appears in lists or search engines unless the holder says so. */
export function Choices({ credential, onDone }: ChoicesProps) {
  const { number } = credential;
  // Shown as chosen while it is being saved.
  const [chosen, setChosen] = useState<Chosen | undefined>({
    isListed: credential.is_listed,
    onProfile: credential.on_profile,
  });
  const [failure, setFailure] = useState<string>();
  const make = useQuickChanges(chosen, setChosen);

  async function choose(wanted: Partial<Chosen>) {
    setFailure(undefined);
    try {
      const isLast = await make(
        (now) => ({ ...now, ...wanted }),
        async () => {
          const answer = await callFunction('set-credential-choices', { number, ...wanted });
          if ('failure' in answer) throw new Error(answer.failure.message);
        },
      );
      if (isLast) onDone('Saved.');
    } catch (error) {
      setFailure(failureOf(error).message);
      // Clears the earlier message, so that it is not shown next to the failure.
      onDone('');
    }
  }

  return (
    <section data-print="none">
      <h3>Who may see it</h3>
      <p className="credential-quiet">
        Whoever has the number, the link or a file can check it. Nobody can look for your name.
      </p>
      <Switch
        label="Search engines may show its page"
        hint="Off: only whoever has the number finds it."
        checked={chosen?.isListed ?? false}
        onChange={({ target }) => choose({ isListed: target.checked })}
      />
      {credential.kind !== 'course' && credential.state !== 'active' && (
        <p className="credential-quiet">
          Your candidate profile shows a credential only while it is valid.
        </p>
      )}
      {credential.kind !== 'course' && credential.state === 'active' && (
        <ChoiceGroup
          legend="On your candidate profile"
          hint="Members see it, where your profile is public."
        >
          {(['seal', 'number', 'no'] as const).map((value) => (
            <Radio
              key={value}
              name={`on-profile-${number}`}
              label={onProfileWords[value][0]}
              hint={onProfileWords[value][1]}
              checked={chosen?.onProfile === value}
              onChange={() => choose({ onProfile: value })}
            />
          ))}
        </ChoiceGroup>
      )}
      {failure && <Notice tone="danger">{failure}</Notice>}
      <NotMine number={number} label="This is not mine" onDone={onDone} />
    </section>
  );
}
