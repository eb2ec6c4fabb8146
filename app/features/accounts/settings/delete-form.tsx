import { useState } from 'react';
import { readFunction } from '#app/data/call-function.ts';
import { useAuth } from '#app/session/use-auth.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox, ChoiceGroup, Radio } from '#app/ui/choice.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { flashToast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { deletionSchema, deletionWords } from '#domain/account/account.ts';
import type { OwnCredentials } from '#domain/credentials/credentials.ts';
import * as links from '#domain/site/links.ts';
import { AccountFailure } from '../account-failure.tsx';
import { useProvenCall } from '../proof/proof.tsx';
import { leaveTo } from '../sign-in.ts';
import { useAccountRules } from '../use-account-rules.ts';
import { FormActions } from './form-actions.tsx';

/** Says what is deleted with the account, and asks for words that nobody types by accident. */
export default function DeleteForm({ onClose }: { onClose(): void }) {
  const { signOut } = useAuth();
  const call = useProvenCall();
  const { evidenceDays } = useAccountRules();
  const [hasMembership, setHasMembership] = useState(false);
  const { state } = useLoading(() => readFunction<OwnCredentials>('own-credentials'));
  const form = useForm(deletionSchema, async (values) => {
    const answer = await call('delete-account', values);
    if ('failure' in answer) {
      if (answer.failure.code === 'membership_running') setHasMembership(true);
      return answer.failure;
    }
    flashToast({
      title: 'Account deleted',
      description: 'Your account and what belonged to it are gone.',
    });
    await signOut();
    return leaveTo(links.home);
  });
  return (
    <Form className="account-form" {...form.props}>
      <AccountFailure failure={form.failure}>
        {form.failure?.code === 'recent_sign_in_needed' && (
          <p className="mt-3">
            <Button variant="secondary" size="small" onClick={() => signOut({ keepsDrafts: true })}>
              Sign in again
            </Button>
          </p>
        )}
      </AccountFailure>
      <ul className="setting-points">
        <li>
          Your jobs are taken off the board at once. Those of a company where others work too stay,
          and go to a colleague, as do its conversations; they show you as their contact until
          somebody changes it. A company where nobody else works goes with you, and so do the
          applications to it.
        </li>
        <li>
          Applications that you sent are withdrawn. The companies lose them after the time in which
          they may have to keep records by law.
        </li>
        <li>Your candidate profile and messages are deleted. Nobody can restore them.</li>
        <li>The newsletter and alerts to your confirmed address stop.</li>
        <li>
          The people you wrote with keep their own messages, and read beside your name that you
          closed your account.
        </li>
        <li>
          A job, a profile or a conversation that somebody reported to us is kept for{' '}
          {evidenceDays === 1 ? '1 day' : `${evidenceDays} days`} for whoever looks into the report,
          and then deleted.
        </li>
        <li>
          A membership is cancelled, and nothing more is charged. What is left of a paid period ends
          with the account, also for colleagues who have a seat of it, and so does the way to your
          invoices: save those that you need first.
        </li>
        <li>
          Records that the law requires us to keep, such as invoices, stay as long as it says.
        </li>
      </ul>
      {state.data && state.data.held.length > 0 && (
        <ChoiceGroup legend="The credentials that we awarded to you">
          <Radio
            name="credentials"
            value="keep"
            label="Can still be checked by their number"
            hint="With your name and nothing else. Take your files first: this site keeps none for you, and a later account gets it back only if you write to us."
            defaultChecked
          />
          <Radio
            name="credentials"
            value="erase"
            label="Are erased"
            hint="Their numbers answer “not valid” from then on, and so do files and certificates that others have. Nobody can bring them back."
          />
        </ChoiceGroup>
      )}
      <Field label={`Type “${deletionWords}” to confirm`} error={form.errors.confirmation}>
        <TextInput name="confirmation" autoComplete="off" autoCapitalize="none" required />
      </Field>
      {hasMembership && (
        <Checkbox
          name="membership"
          value="cancel"
          label="Cancel my membership now. I know that I lose what is left of the paid period."
        />
      )}
      <FormActions
        label="Delete my account for good"
        busyLabel="Deleting…"
        isBusy={form.isBusy}
        isDanger
        onCancel={onClose}
      />
    </Form>
  );
}
