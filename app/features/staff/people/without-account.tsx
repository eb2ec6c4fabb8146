import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { useForm } from '#app/ui/use-form.ts';
import {
  addressThings,
  type KnownOfAddress,
  mostListed,
  thingsThatStay,
} from '#domain/staff/people.ts';
import { showCaseTitle } from '#domain/staff/review.ts';
import { addressAskedSchema, roleWords, type StaffRole } from '#domain/staff/staff.ts';
import { counted } from '#domain/text/grouped.ts';
import { ActDialog } from '../act-dialog.tsx';
import { useStaffCall } from '../calls.tsx';
import { OnlyNewest, Part } from '../facts.tsx';
import * as pages from '../links.ts';
import { Moment } from '../moment.tsx';

type Found = KnownOfAddress & { address: string };

/** For somebody who asks what is stored about them and never had an account. */
export function WithoutAccount({ role }: { role: StaffRole }) {
  const call = useStaffCall();
  const [found, setFound] = useState<Found>();
  const [done, setDone] = useState('');
  async function look(address: string) {
    const answer = await call<KnownOfAddress>('look-address', { address });
    if ('failure' in answer) return answer.failure;
    setFound({ ...answer.data, address });
  }
  const form = useForm(addressAskedSchema, ({ address }) => {
    setDone('');
    return look(address);
  });
  return (
    <Part title="Somebody without an account">
      <p>
        The newsletter, alerts, applications and credentials need none. That you looked is on
        record, but not at whose address.
      </p>
      <Form className="staff-filters" {...form.props}>
        <Field label="Their email address" error={form.errors.address}>
          <TextInput name="address" autoComplete="off" inputMode="email" />
        </Field>
        <div className="staff-filters-end">
          <Button type="submit" variant="secondary" isBusy={form.isBusy}>
            Show what is kept
          </Button>
        </div>
        <FormFailure failure={form.failure} />
      </Form>
      <p role="status" className={done ? 'staff-done' : 'sr-only'}>
        {done}
      </p>
      {found && (
        <Kept
          found={found}
          role={role}
          onDone={async () => {
            const failure = await look(found.address);
            // The erasure succeeded, but the list of what stays could not be loaded.
            if (failure) setFound(undefined);
            setDone(failure ? 'It is erased.' : 'It is erased. What stays is listed below.');
          }}
        />
      )}
    </Part>
  );
}

function Kept({ found, role, onDone }: { found: Found; role: StaffRole; onDone(): void }) {
  const { address, account, mails, things } = found;
  const isErasable = mails > 0 || things.some(({ kind }) => !thingsThatStay.includes(kind));
  return (
    <>
      <p>
        <b>
          <bdi>{address}</bdi>
        </b>
      </p>
      {account && (
        <p>
          <a className="link" href={pages.person(account)}>
            An account has this address
          </a>
          . What it has stands on its page.
        </p>
      )}
      {things.length === 0 && mails === 0 && <p>Nothing {account && 'else '}is kept of it.</p>}
      <ul className="staff-lines">
        {things.map(({ kind, words, at }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries may be identical, and never move.
          <li key={place}>
            {addressThings[kind]} <Moment at={at} />
            {words && (
              <span className="staff-quiet">
                <bdi>{kind === 'role' ? roleWords[words as StaffRole] : showCaseTitle(words)}</bdi>
              </span>
            )}
          </li>
        ))}
        {mails > 0 && (
          <li>
            {counted(mails, 'email', 'emails')} of the last thirty days, under{' '}
            <a className="link" href={pages.mailsTo(address)}>
              Emails
            </a>
          </li>
        )}
      </ul>
      <OnlyNewest
        list={things.filter(({ kind }) => kind === 'contact')}
        most={mostListed.contacts}
      />
      {role === 'owner' && isErasable && (
        <div className="staff-acts">
          <ActDialog
            act="forget-address"
            label="Erase what is kept"
            title="Erase what is kept of this address?"
            confirmLabel="Erase it"
            isDestructive
            about={address}
            body={{ address }}
            reasonHint="For the log, without a name or an address"
            onDone={onDone}
          >
            <p>
              Make sure that the request is theirs. The newsletter and their alerts end, invitations
              to companies too, and the record of emails to them goes. Applications are withdrawn:
              the company loses each after the time for which it may have to keep it.
            </p>
            <p>
              A credential is erased on its own page, and a job is for its poster to remove. This
              cannot be undone, and nobody is told.
            </p>
          </ActDialog>
        </div>
      )}
    </>
  );
}
