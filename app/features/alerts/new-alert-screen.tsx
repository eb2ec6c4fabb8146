import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { openSupabase } from '#app/data/supabase.ts';
import { adviceFor } from '#app/session/require-user.tsx';
import { signInPath } from '#app/session/return-path.ts';
import { useAuth } from '#app/session/use-auth.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { ExternalLink, Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import type { AlertKind } from '#domain/alerts/alerts.ts';
import * as links from '#domain/site/links.ts';
import { AlertTimes } from './alert-times.tsx';
import type { AlertRefusal } from './new-alert.ts';
import { readIsProved } from './own-alerts.ts';
import { unknownPlace } from './unknown-place.ts';
import './alerts.css';

type NewAlertProps = {
  kind: AlertKind;
  /** In words. */
  search: string;
  /** As in the address of its page. */
  address: string;
  isSent: boolean;
  consent: string;
  refusal: AlertRefusal | undefined;
};

/** The form for visitors, which works as rendered by the server, or the one for people who are signed in. */
export function NewAlertScreen(props: NewAlertProps) {
  const { kind, search, isSent } = props;
  const auth = useAuth();
  const isOwn = auth.status === 'signed-in';
  // Somebody who is signed in should not start with the visitors' form.
  const isUnknown = auth.status === 'loading' && !auth.hasFailed;
  return (
    <div className="wrap alert-form">
      <p className="alert-search">
        <span>{kind === 'fit' ? 'What comes' : 'Your search'}</span> <bdi>{search}</bdi>
      </p>
      {isSent && (
        <div role="status">
          <Notice tone="good" title="One step is left: open the link in our email">
            We have sent it to the address that you gave. If we wrote there today already, the link
            of that email shows this, too; what you confirmed before needs no other yes, and keeps
            its time. Nothing comes until you have opened the link and pressed the button there.
          </Notice>
        </div>
      )}
      {isSent && !isOwn && <Foot kind={kind} />}
      {isOwn && <OwnForm {...props} />}
      {!isOwn && !isSent && (
        <div className={isUnknown ? 'when-signed-out' : undefined}>
          {kind === 'jobs' ? <VisitorForm {...props} /> : <SignInFirst {...props} />}
        </div>
      )}
    </div>
  );
}

function OwnForm({ kind, address }: NewAlertProps) {
  const navigate = useNavigate();
  const isProved = useLoading(readIsProved).state.data ?? true;
  const form = useForm(
    () =>
      import('#domain/alerts/alert-schemas.ts').then(({ alertTimesSchema }) => alertTimesSchema),
    async (times) => {
      const [client, { conditionsOf }] = await Promise.all([
        openSupabase(),
        import('./conditions.ts'),
      ]);
      const conditions = await conditionsOf(client, kind, address);
      if (!conditions) return { message: unknownPlace, code: 'unknown_place' };
      const { error } = await client.rpc('save_alert', { kind, address, conditions, ...times });
      if (error) return failureOf(error);
      toast({ title: 'Alert saved' });
      await navigate(links.alerts);
      return undefined;
    },
  );
  return (
    <Form className="alert-fields" {...form.props}>
      <FormFailure
        failure={form.failure}
        advice={
          form.failure?.code === 'PT409' ? (
            <Ways kind={kind} />
          ) : (
            form.failure && adviceFor(form.failure)
          )
        }
      />
      {isProved ? (
        <p>It goes to the email address of your account, when there is something new.</p>
      ) : (
        <p>
          It goes to the email address of your account once you have confirmed that, under{' '}
          <ExternalLink href={links.account}>Your account</ExternalLink>. What is new until then is
          not sent later.
        </p>
      )}
      <AlertTimes isNew />
      <Foot kind={kind}>
        <Button type="submit" isBusy={form.isBusy} disabled={!form.isReady}>
          Save alert
        </Button>
      </Foot>
    </Form>
  );
}

function Ways({ kind }: { kind: AlertKind }) {
  return kind === 'fit' ? (
    <Link href={links.candidateProfile}>Open your candidate profile</Link>
  ) : (
    <Link href={links.alerts}>Manage your alerts</Link>
  );
}

/** Submitted by the browser itself, so that it works without script. */
function VisitorForm({ kind, address, consent, refusal }: NewAlertProps) {
  const own = address ? `${links.newAlert}?${address}` : links.newAlert;
  return (
    <form className="alert-fields" method="post" action={own} noValidate>
      <p>
        You need no account. With one, you see all your alerts in one place:{' '}
        <Link href={signInPath(own)}>sign in</Link>.
      </p>
      {refusal && refusal.field === '' && <Notice tone="danger" title={refusal.message} />}
      <Field
        label="Email"
        hint="We send a link there, and nothing else until you have opened it and pressed the button there."
        error={refusal?.field === 'email' ? refusal.message : undefined}
      >
        <TextInput
          type="email"
          name="email"
          dir="ltr"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          defaultValue={refusal?.email}
          required
        />
      </Field>
      <AlertTimes time={refusal?.time} isNew={!refusal} />
      <p className="text-sm text-muted">{consent}</p>
      <Foot kind={kind}>
        <Button type="submit">Save alert</Button>
      </Foot>
    </form>
  );
}

function SignInFirst({ kind, address }: NewAlertProps) {
  const params = new URLSearchParams(address);
  params.set('kind', kind);
  return (
    <p>
      <Link href={signInPath(`${links.newAlert}?${params}`)}>Sign in</Link> to save this alert.
    </p>
  );
}

function Foot({ kind, children }: { kind: AlertKind; children?: ReactNode }) {
  const { href, label } = ways[kind];
  return (
    <div className="alert-foot">
      {children}
      <Link href={href}>{label}</Link>
    </div>
  );
}

const ways: Record<AlertKind, { href: string; label: string }> = {
  jobs: { href: links.jobs, label: 'Back to the job board' },
  fit: { href: links.alerts, label: 'Back to your alerts' },
  people: { href: links.browseCandidates, label: 'Back to the talent search' },
};
