import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Switch } from '#app/ui/choice.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { useInTurn } from '#app/ui/use-in-turn.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import {
  type AlarmRow,
  alarmHelp,
  alarmTitle,
  type Hearing,
  webhookFormSchema,
} from '#domain/staff/alarms.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import type { Done } from '../act-dialog.tsx';
import { useStaffCall, useStaffRead } from '../calls.tsx';
import { DoneLine, useDone } from '../done-line.tsx';
import type { ListFilter } from '../filter-form.tsx';
import { Moment } from '../moment.tsx';
import { StaffList } from '../staff-list.tsx';
import type { ListColumn } from '../staff-table.tsx';
import { useActInDialog } from '../use-act-in-dialog.ts';
import { SpeedPart } from './speed.tsx';

const filters: readonly ListFilter[] = [
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    options: [
      { value: 'open', label: 'Still wrong' },
      { value: 'over', label: 'Over' },
    ],
  },
];

const columns: readonly ListColumn<AlarmRow>[] = [
  { header: 'What', cell: (row) => <What row={row} /> },
  { header: 'Began', cell: ({ began_at }) => <Moment hasTime at={began_at} /> },
  {
    header: 'Told',
    cell: ({ told_at }) => (told_at ? <Moment hasTime at={told_at} /> : 'Not yet'),
  },
  {
    header: 'Over',
    cell: ({ over_at }) => (over_at ? <Moment hasTime at={over_at} /> : 'Still wrong'),
  },
];

/** While something is wrong, it says what to do, like the email. */
function What({ row }: { row: AlarmRow }) {
  const { todo, path } = alarmHelp(row);
  return (
    <>
      {alarmTitle(row)}
      {!row.over_at && (
        <span className="staff-quiet">
          {todo}
          {path && path !== '/staff/alarms' && (
            <>
              {' '}
              <a className="link" href={path}>
                Open the page
              </a>
            </>
          )}
        </span>
      )}
    </>
  );
}

/** What was wrong, and who is notified. */
export function AlarmsScreen({ role }: { role: StaffRole }) {
  const read = useStaffRead();
  const { said, version, say } = useDone();
  const {
    state,
    change,
    again: readAgain,
  } = useLoading(() => read<Hearing>('hearing'), { version });
  return (
    <>
      <h1>Alarms</h1>
      <p className="lede">
        Each problem is reported once, by email and in your chat, and once more when it is over. A
        digest comes each morning on which there is something to say.
      </p>
      {state.failure && (
        <LoadFailure
          title="What you get by email could not be loaded"
          failure={state.failure}
          again={readAgain}
        />
      )}
      {state.data && (
        <Own
          hearing={state.data}
          role={role}
          show={(choice) => change((now) => now && { ...now, ...choice })}
          onDone={() => say('')}
        />
      )}
      {state.data && role === 'owner' && <Channel host={state.data.webhook} onDone={say} />}
      <DoneLine said={said} />
      {role !== 'viewer' && (
        <StaffList<AlarmRow>
          name="alarms"
          caption="Alarms"
          columns={columns}
          filters={filters}
          keyOf={({ id }) => id}
          version={version}
          empty="Nothing has gone wrong yet"
        />
      )}
      <SpeedPart />
    </>
  );
}

type OwnProps = {
  hearing: Hearing;
  role: StaffRole;
  /** Shows the choice while it is being saved. */
  show(choice: Partial<Hearing>): void;
  onDone(): void;
};

function Own({ hearing, role, show, onDone }: OwnProps) {
  const call = useStaffCall();
  const inTurn = useInTurn();
  const [failure, setFailure] = useState<string>();
  const hearsNobody = hearing.hearing === 0 && !hearing.webhook;

  async function choose(change: Partial<Hearing>) {
    const { alarms, digest } = { ...hearing, ...change };
    show(change);
    const isLast = await inTurn(async () => {
      const answer = await call('set-hearing', { alarms, digest });
      setFailure('failure' in answer ? answer.failure.message : undefined);
    });
    if (isLast) onDone();
  }

  return (
    <section className="staff-check" aria-label="What you get by email">
      {role !== 'viewer' && (
        <Switch
          label="Email me alarms"
          hint="Reports, failed webhooks and emails, somebody charged twice, the queue, the database, faults of the site, a wave of sign-ups or messages, a disk that fills up, a clock that is wrong, backups that stop, a certificate about to expire"
          checked={hearing.alarms}
          onChange={({ target }) => choose({ alarms: target.checked })}
        />
      )}
      <Switch
        label="Email me the daily digest"
        checked={hearing.digest}
        onChange={({ target }) => choose({ digest: target.checked })}
      />
      {failure && <Notice tone="danger">{failure}</Notice>}
      {role !== 'viewer' && hearsNobody && (
        <Notice title="Nobody receives alarms">
          They would appear only in this list and in the log of the process.
        </Notice>
      )}
    </section>
  );
}

function Channel({ host, onDone }: { host: string | null; onDone: Done }) {
  const call = useStaffCall();
  const [tried, setTried] = useState<{ failure?: string }>();
  const [isTrying, setTrying] = useState(false);
  const form = useForm(webhookFormSchema, async (values, element) => {
    const answer = await call('set-alarm-webhook', values);
    if ('failure' in answer) return answer.failure;
    element.reset();
    onDone('The webhook is saved.');
  });

  async function tryIt() {
    setTrying(true);
    const answer = await call('try-alarm');
    setTrying(false);
    setTried('failure' in answer ? { failure: answer.failure.message } : {});
    onDone('');
  }

  return (
    <>
      <Form className="staff-filters" {...form.props}>
        <Field
          label="Webhook of your chat (Slack, Teams)"
          hint={
            host
              ? `Alarms go to ${host} as well. Another address replaces it.`
              : 'The https address that the chat gives for a channel'
          }
          error={form.errors.url}
        >
          <TextInput name="url" type="url" autoComplete="off" />
        </Field>
        <div className="staff-filters-end">
          <Button type="submit" variant="secondary" isBusy={form.isBusy}>
            Save
          </Button>
          <Button variant="quiet" isBusy={isTrying} onClick={tryIt}>
            Send a test
          </Button>
          {host && <EndChannel host={host} onDone={onDone} />}
        </div>
        <FormFailure failure={form.failure} />
      </Form>
      <div role="status" className="staff-check">
        {tried?.failure && <Notice tone="danger" title={tried.failure} />}
        {tried && !tried.failure && (
          <Notice tone="good" title="A test is on its way">
            Everybody who gets alarms has it within a minute. The list shows when it was sent.
          </Notice>
        )}
      </div>
    </>
  );
}

function EndChannel({ host, onDone }: { host: string; onDone: Done }) {
  const end = useActInDialog(() => onDone('The webhook is removed.'));
  return (
    <>
      <Button variant="quiet" onClick={() => end.setOpen(true)}>
        Remove the webhook
      </Button>
      <ConfirmDialog
        title={`Send no more alarms to ${host}?`}
        description="Alarms then go only to those who asked for emails. To start again you need the address of the webhook."
        confirmLabel="End it"
        isDestructive
        isBusy={end.isBusy}
        failure={end.failure}
        open={end.isOpen}
        onOpenChange={end.setOpen}
        onConfirm={() => end.run('set-alarm-webhook', { url: '' })}
      />
    </>
  );
}
