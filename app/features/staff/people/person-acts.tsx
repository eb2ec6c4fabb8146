import { useState } from 'react';
import { ButtonLink } from '#app/ui/button.tsx';
import { ChoiceGroup, Radio } from '#app/ui/choice.tsx';
import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import type { MembershipFate, PersonPage } from '#domain/staff/people.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { ActDialog, type Done } from '../act-dialog.tsx';
import { Part } from '../facts.tsx';
import * as pages from '../links.ts';

type ActsProps = { page: PersonPage; role: StaffRole; onDone: Done };

/** What can be done about a person. Each act says what will happen first. */
export function PersonActs({ page, role, onDone }: ActsProps) {
  const { account, sessions, factors, help } = page;
  const body = { person: account.id };
  return (
    <Part title="Acts">
      <div className="staff-acts">
        {account.blocked_until ? (
          <ActDialog
            act="unblock-person"
            label="Take the block back"
            title="Take the block back?"
            confirmLabel="Take it back"
            body={body}
            onDone={() => onDone('The block is taken back.')}
          >
            <p>
              Jobs, profile and conversations are there again at once, and the person can sign in. A
              membership that the block keeps from renewing renews again, unless it has ended since.
              They get no email: write to them.
            </p>
          </ActDialog>
        ) : (
          <Block page={page} onDone={onDone} />
        )}
        {sessions.length > 0 && (
          <ActDialog
            act="end-sessions"
            label="End sessions"
            title="End every session?"
            confirmLabel="End them"
            body={body}
            onDone={() => onDone('Every session has ended.')}
          >
            <p>
              The person is signed out everywhere within a second and signs in again. Whoever knows
              the password can, too: for that the person chooses a new one.
            </p>
          </ActDialog>
        )}
        {account.email && !account.proved_at && !account.blocked_until && (
          <ActDialog
            act="resend-confirmation"
            label="Send the confirmation again"
            title="Send the confirmation again?"
            confirmLabel="Send it"
            body={body}
            onDone={() => onDone('The confirmation is on its way.')}
          >
            <p>
              An email with a link and a code goes to <bdi>{account.email}</bdi>. Earlier ones stop
              working.
            </p>
          </ActDialog>
        )}
        {factors.length > 0 && !help && !account.role && (
          <ActDialog
            act="help-lost-factor"
            label="Help with a lost second step"
            title="Ask to end the second steps?"
            confirmLabel="Ask for it"
            body={body}
            onDone={() => onDone('Asked. The person is told by email.')}
          >
            <p>
              The person gets an email at once and can stop it there. After the waiting time another
              member of staff must agree; then every second step, passkey and session ends.
            </p>
            <p>Whoever asks you for this may be somebody else: make sure who you are talking to.</p>
          </ActDialog>
        )}
        <ActDialog
          act="send-export"
          label="Send their data"
          title="Send the person their data?"
          confirmLabel="Send the link"
          body={body}
          onDone={() => onDone('The link is on its way.')}
        >
          <p>
            A link goes to their confirmed address and gives the file for seven days. You do not get
            it.
          </p>
        </ActDialog>
        {role === 'owner' && <Delete page={page} onDone={onDone} />}
        {role === 'owner' && !account.role && account.email && (
          <ButtonLink variant="secondary" size="small" href={pages.appoint(account.email)}>
            Invite them to the team
          </ButtonLink>
        )}
      </div>
      {factors.length > 0 && account.role && (
        <p className="staff-quiet">
          A lost second step of somebody with a role: an owner takes the role away under Team. Then
          help with it stands here, and they are asked to join again.
        </p>
      )}
    </Part>
  );
}

function Block({ page: { account, membership }, onDone }: Omit<ActsProps, 'role'>) {
  const [fate, setFate] = useState<MembershipFate>('end');
  const body = { person: account.id, membership: fate };
  const choice = (value: MembershipFate, label: string, hint: string) => (
    <Radio
      name="membership"
      label={label}
      hint={hint}
      checked={fate === value}
      onChange={() => setFate(value)}
    />
  );
  return (
    <ActDialog
      act="block-person"
      label="Block"
      title="Block this person?"
      confirmLabel="Block"
      isDestructive
      body={body}
      onDone={() => onDone('The person is blocked.')}
    >
      <p>
        At once: nobody sees their jobs or their profile, nobody writes to them or hears from them,
        their sessions stop and a sign-in is refused. Messages that others got before stay with
        them. Nothing is deleted; taking the block back brings all of it back. They get no email:
        when they sign in, they read that the account is blocked and where to write.
      </p>
      <ChoiceGroup
        legend="Their membership"
        {...(!membership && { hint: 'There is none now; it counts for one paid later.' })}
      >
        {choice(
          'end',
          'No further charge',
          'It runs out with what is paid, and nothing owed is collected. Seats that it pays for cannot be used from now on.',
        )}
        {choice(
          'keep',
          'Leave it as it is',
          'It goes on, and is charged as before, also for its seats, which cannot be used while the block stands.',
        )}
      </ChoiceGroup>
    </ActDialog>
  );
}

function Delete({ page: { account, membership }, onDone }: Omit<ActsProps, 'role'>) {
  const [address, setAddress] = useState('');
  return (
    <ActDialog
      act="delete-person"
      label="Delete the account"
      title="Delete this account for good?"
      confirmLabel="Delete it"
      isDestructive
      isReady={address.trim() !== ''}
      body={{ person: account.id, address }}
      onDone={() => onDone('The account is deleted.')}
    >
      <p>
        Only when the person asked for it. Profile, messages and notes go for good, and so does what
        the log says of them. Jobs go, too, with the applications to them; those of a company in
        which others work stay with it.{' '}
        {membership && 'The membership ends at once, and the seats that it pays for. '}
        {account.blocked_until && 'The block goes with the account: they could sign up again. '}
        They get an email about it. This cannot be undone.
      </p>
      <Field label="The address of the account">
        <TextInput
          type="email"
          autoComplete="off"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
      </Field>
    </ActDialog>
  );
}
