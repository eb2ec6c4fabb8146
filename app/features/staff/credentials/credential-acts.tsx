import { useState } from 'react';
import { ButtonLink } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { dayEnd } from '#domain/jobs/day-ends.ts';
import * as links from '#domain/site/links.ts';
import type { AwardPage } from '#domain/staff/credentials.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { ActDialog, type Done } from '../act-dialog.tsx';
import { Part } from '../facts.tsx';
import * as pages from '../links.ts';

type ActsProps = { award: AwardPage; onDone: Done };

/** Whether there is an address to notify. */
const canBeNotified = ({ holding }: AwardPage) => holding === 'claimed' || holding === 'asked';
const told = (award: AwardPage) =>
  canBeNotified(award)
    ? 'The holder is told by email.'
    : 'Nobody is told by email: we have no address for the holder.';
const readBy = (award: AwardPage) =>
  canBeNotified(award) ? 'The holder reads it, and it stands in the log' : 'For the log';

/** What can be done about an award. Each act says what will happen first. */
export function CredentialActs({ award, role, onDone }: ActsProps & { role: StaffRole }) {
  const { number, state } = award;
  const isRevoked = state === 'revoked';
  return (
    <Part title="Acts">
      <div className="staff-acts">
        <ButtonLink variant="secondary" size="small" href={links.verifyNumber(number)}>
          See what others see
        </ButtonLink>
        {!isRevoked && <CorrectName award={award} onDone={onDone} />}
        {!isRevoked && award.expires_on && <Renew award={award} onDone={onDone} />}
        {!isRevoked && (
          <ButtonLink variant="secondary" size="small" href={pages.replaceCredential(number)}>
            Replace
          </ButtonLink>
        )}
        {!isRevoked && award.holding !== 'claimed' && <Readdress award={award} onDone={onDone} />}
        {state === 'suspended' ? (
          <ActDialog
            act="lift-suspension"
            label="Lift the suspension"
            title="Lift the suspension?"
            confirmLabel="Lift it"
            body={{ number }}
            onDone={() => onDone('The suspension is lifted.')}
          >
            <p>
              {isPast(award)
                ? 'Its last day has passed: whoever checks it reads that it expired, and nobody gets an email. To make it valid, renew it as well.'
                : `It is valid again at once. ${told(award)}`}
            </p>
          </ActDialog>
        ) : (
          !isRevoked && (
            <ActDialog
              act="suspend-credential"
              label="Suspend"
              title="Suspend this credential?"
              confirmLabel="Suspend it"
              reasonHint={readBy(award)}
              body={{ number }}
              onDone={() => onDone('The credential is suspended.')}
            >
              <p>
                Whoever checks it reads that it is suspended, until you lift that. {told(award)}
              </p>
            </ActDialog>
          )
        )}
        {!isRevoked && (
          <ActDialog
            act="revoke-credential"
            label="Revoke"
            title="Revoke this credential for good?"
            confirmLabel="Revoke it"
            isDestructive
            reasonHint={readBy(award)}
            body={{ number }}
            onDone={() => onDone('The credential is revoked.')}
          >
            <p>
              Whoever checks the number or the file reads that it is revoked, and its seal leaves
              the candidate profile. {told(award)} This cannot be undone: a new one can be awarded.
            </p>
          </ActDialog>
        )}
        {role === 'owner' && (
          <ActDialog
            act="erase-credential"
            label="Erase"
            title="Erase this credential?"
            confirmLabel="Erase it"
            isDestructive
            body={{ number }}
            onDone={() => onDone('The credential is erased.')}
          >
            <p>
              Only when the holder asked for it. Name, address, notes and files go, and what the log
              says of it. The number answers “not valid” from then on and is never used again. This
              cannot be undone.
            </p>
          </ActDialog>
        )}
      </div>
    </Part>
  );
}

/** Expired by the register's rules. */
const isPast = ({ expires_on: last }: AwardPage) => last !== null && dayEnd(last) <= Date.now();

function CorrectName({ award, onDone }: ActsProps) {
  const [name, setName] = useState(award.name);
  return (
    <ActDialog
      act="correct-credential-name"
      label="Correct the name"
      title="Correct the name"
      confirmLabel="Correct it"
      isReady={name.trim() !== '' && name.trim() !== award.name}
      body={{ number: award.number, name, seen: award.name }}
      onDone={() => onDone('The name is corrected.')}
    >
      <p>
        A new file and a new certificate are made under the same number; an old file leads to the
        new one. {told(award)}
      </p>
      <Field label="Name">
        <TextInput
          autoComplete="off"
          maxLength={120}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
    </ActDialog>
  );
}

function Renew({ award, onDone }: ActsProps) {
  const [expiresOn, setExpiresOn] = useState('');
  return (
    <ActDialog
      act="renew-credential"
      label="Renew"
      title="Renew it"
      confirmLabel="Renew it"
      isReady={expiresOn !== ''}
      body={{ number: award.number, expiresOn, seen: award.expires_on }}
      onDone={() => onDone('The credential is renewed.')}
    >
      <p>
        {award.renews_by_education &&
          'It is renewed by continuing education: see that it was shown. '}
        The number stays; a new file and a new certificate are made. {told(award)}
      </p>
      <Field label="Valid through">
        <TextInput
          type="date"
          {...(award.expires_on && { min: award.expires_on })}
          value={expiresOn}
          onChange={({ target }) => setExpiresOn(target.value)}
        />
      </Field>
    </ActDialog>
  );
}

function Readdress({ award, onDone }: ActsProps) {
  const [email, setEmail] = useState(award.email ?? '');
  return (
    <ActDialog
      act="readdress-credential"
      label={award.email ? 'Send it again' : 'Send it to somebody'}
      title="Who should have it?"
      confirmLabel="Send it"
      isReady={email.includes('@')}
      body={{ number: award.number, email }}
      onDone={() => onDone('It is on its way.')}
    >
      <p>
        An account with this address holds it at once. Without an account, an email asks the person
        to claim it; the link in an earlier email stops working.
      </p>
      <Field label="Email address">
        <TextInput
          type="email"
          autoComplete="off"
          maxLength={255}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      </Field>
    </ActDialog>
  );
}
