import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { useForm } from '#app/ui/use-form.ts';
import {
  appointmentSchema,
  memberStateWords,
  roleWords,
  type StaffRole,
  staffRoles,
  type TeamRow,
} from '#domain/staff/staff.ts';
import type { Done } from './act-dialog.tsx';
import { useStaffCall } from './calls.tsx';
import { DoneLine, useDone } from './done-line.tsx';
import { MailAddress } from './facts.tsx';
import type { ListFilter } from './filter-form.tsx';
import { Leave } from './leave.tsx';
import { MemberActs } from './member-acts.tsx';
import { Moment } from './moment.tsx';
import { useAddress } from './router.ts';
import { StaffList } from './staff-list.tsx';
import type { ListColumn } from './staff-table.tsx';

const roleOptions = staffRoles.map((value) => ({ value, label: roleWords[value] }));

const filters: readonly ListFilter[] = [
  { name: 'role', label: 'Role', kind: 'choice', options: roleOptions },
  { name: 'address', label: 'Address', kind: 'text' },
];

/** Who has a role, and who is invited. */
export function TeamScreen({ role }: { role: StaffRole }) {
  const { said, version, say } = useDone();
  const columns: readonly ListColumn<TeamRow>[] = [
    { header: 'Address', cell: ({ email }) => <MailAddress address={email} /> },
    { header: 'Role', cell: (row) => roleWords[row.role] },
    { header: 'State', cell: ({ state }) => memberStateWords[state] },
    {
      header: 'Since',
      cell: ({ appointed_at: at }) => <Moment at={at} />,
    },
    ...(role === 'owner'
      ? [{ header: 'Acts', cell: (row: TeamRow) => <MemberActs row={row} onDone={say} /> }]
      : []),
  ];
  return (
    <>
      <h1>Team</h1>
      {role === 'owner' && <Appoint onDone={say} />}
      <DoneLine said={said} />
      <StaffList<TeamRow>
        name="team"
        caption="Team"
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        version={version}
        canExport={role === 'owner'}
        empty="Nobody has a role yet"
      />
      <Leave />
    </>
  );
}

function Appoint({ onDone }: { onDone: Done }) {
  const call = useStaffCall();
  // Set when coming from a person's page.
  const prefilled = useAddress().searchParams.get('ask') ?? '';
  const form = useForm(appointmentSchema, async (values, element) => {
    const answer = await call('appoint', values);
    if ('failure' in answer) return answer.failure;
    element.reset();
    onDone('The invitation is on its way.');
  });
  return (
    <Form className="staff-filters" {...form.props}>
      <Field label="Invite this address" error={form.errors.email}>
        <TextInput name="email" type="email" autoComplete="off" defaultValue={prefilled} />
      </Field>
      <Field
        label="As"
        hint="Owner: everything. Staff: people and content, but no money, exports or erasing. Viewer: figures only."
        error={form.errors.role}
      >
        <Select name="role" defaultValue="staff" options={roleOptions} />
      </Field>
      <div className="staff-filters-end">
        <Button type="submit" isBusy={form.isBusy} disabled={!form.isReady}>
          Send the invitation
        </Button>
      </div>
      <FormFailure failure={form.failure} />
    </Form>
  );
}
