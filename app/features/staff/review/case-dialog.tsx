import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Failure } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { Sending } from '#app/ui/form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Select } from '#app/ui/select.tsx';
import type { CaseDetail, CaseKind } from '#domain/staff/review.ts';
import { isReason, ReasonField } from '../reason-field.tsx';

export type CaseAct = 'release-case' | 'hide-case' | 'ask-case' | 'block-person';

type CaseDialogProps = {
  act: CaseAct;
  found: CaseDetail;
  isBusy: boolean;
  words: string;
  onWords(words: string): void;
  onClose(): void;
  onRun(name: string, body: object): Promise<Failure | undefined>;
};

const hidden = {
  job: 'Nobody but its poster sees the job any more.',
  company:
    'All jobs of this poster under this name leave the board, and new ones wait here. Nobody else sees them.',
  profile:
    'Nobody but the candidate sees the profile, and they cannot show it again by themselves.',
  conversation: 'Both can still read it, and neither can write in it any more.',
} as const satisfies Record<CaseKind, string>;

const released = {
  job: 'The job stands on the board, until its end, unless its poster closed it.',
  company: 'The jobs that were hidden with this case are back.',
  profile: 'The profile is shown again if it was before; the candidate decides.',
  conversation: 'Both can write in it.',
} as const satisfies Record<CaseKind, string>;

/** Says what the act does, and who will receive the text, before it is done. */
export function CaseDialog({
  act,
  found,
  isBusy,
  words,
  onWords,
  onClose,
  onRun,
}: CaseDialogProps) {
  const [membership, setMembership] = useState('end');
  const [failure, setFailure] = useState<Failure>();
  const { title, text, label, hint, button } = wordsOf(act, found);

  async function run() {
    const body = {
      'release-case': {},
      'hide-case': { reason: words },
      'ask-case': { question: words },
      'block-person': {
        person: found.person_id,
        case: { id: found.id, version: found.version },
        ...{ reason: words, membership },
      },
    }[act];
    setFailure(await onRun(act, body));
  }

  return (
    <Dialog
      title={title}
      description={text}
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      actions={
        <Button
          variant={act === 'block-person' ? 'danger' : 'primary'}
          isBusy={isBusy}
          disabled={label !== undefined && !isReason(words, 10)}
          onClick={run}
        >
          {button}
        </Button>
      }
    >
      {failure && <Notice tone="danger">{failure.message}</Notice>}
      <Sending value={isBusy}>
        {label && (
          <ReasonField label={label} hint={hint} rows={5} value={words} onChange={onWords} />
        )}
        {act === 'block-person' && (
          <Field label="Their membership, if they have one">
            <Select
              value={membership}
              onChange={({ target }) => setMembership(target.value)}
              options={[
                { value: 'end', label: 'No further charge' },
                { value: 'keep', label: 'Leave it as it is' },
              ]}
            />
          </Field>
        )}
      </Sending>
    </Dialog>
  );
}

/** They have already appealed against this decision. After a release, hiding it again is a new decision. */
export function keepsHidden({ state, appealed_at }: CaseDetail) {
  return appealed_at !== null && state !== 'released';
}

type Words = { title: string; text: string; button: string; label?: string; hint?: string };

function wordsOf(act: CaseAct, found: CaseDetail): Words {
  const { kind, reported, history } = found;
  const knows = reported.some(({ reporter }) => reporter);
  const told = knows
    ? ' Whoever reported it is told that we looked, if that was not said before.'
    : '';
  const mailed = !history.account
    ? 'Their account is gone, so nobody gets an email.'
    : keepsHidden(found)
      ? 'The person gets an email with your reason; they had their one appeal.'
      : 'The person gets an email with your reason and can appeal once.';
  switch (act) {
    case 'release-case':
      return {
        title: 'Release it?',
        text: `${released[kind]} If the person had heard of the case, they get an email.${told} You can hide it later.`,
        button: 'Release',
      };
    case 'hide-case':
      return {
        title: keepsHidden(found) ? 'Keep it hidden?' : 'Hide it?',
        text: `${hidden[kind]} ${mailed}${told} You can release it later.`,
        label: 'The reason, in a friendly tone',
        hint: 'It is emailed as you write it, and kept in the log. At least ten characters.',
        button: 'Hide and email the reason',
      };
    case 'ask-case':
      return {
        title: 'Ask the person?',
        text: 'They get an email with your question and a link to answer. The answer comes back into the queue; until then nothing changes.',
        label: 'The question',
        hint: 'At least ten characters.',
        button: 'Email the question',
      };
    case 'block-person':
      return {
        title: 'Block the person?',
        text: `Their sessions, jobs, profile and messages stop at once, and what waits about them here is settled.${told} They get no email: when they sign in, they read that the account is blocked. Unblocking brings it back.`,
        label: 'Why',
        hint: 'For the log. At least ten characters.',
        button: 'Block',
      };
  }
}
