import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { asTeamRole, teamRoleMeanings, teamRoles, teamRoleWords } from '#domain/companies/team.ts';
import { invitedPersonSchema } from '#domain/companies/team-invitation.ts';
import { act, invite } from './people.ts';

/** Invites somebody to the company's team by email. */
export default function InviteForm({ company, onInvited }: { company: string; onInvited(): void }) {
  const [role, setRole] = useState<string>('recruiter');
  const form = useForm(invitedPersonSchema, async ({ email, role }, element) => {
    const failure = await act(invite(company, email, asTeamRole(role)));
    if (failure) return failure;
    toast({ title: 'Invitation sent', description: `The link works for 14 days.` });
    element.reset();
    setRole('recruiter');
    onInvited();
    return undefined;
  });
  return (
    <Form className="people-invite" {...form.props}>
      <h4>Invite somebody</h4>
      <FormFailure failure={form.failure} />
      <div className="people-fields">
        <Field label="Email" error={form.errors.email}>
          <TextInput name="email" type="email" autoComplete="off" maxLength={255} />
        </Field>
        <Field label="Role" hint={teamRoleMeanings[asTeamRole(role)]} error={form.errors.role}>
          <Select
            name="role"
            value={role}
            onChange={(event) => setRole(event.target.value)}
            options={teamRoles.map((value) => ({ value, label: teamRoleWords[value] }))}
          />
        </Field>
      </div>
      <p className="people-note">
        The email names your company and you. Only the account with this address can accept; whoever
        joins sees the names and addresses of the people here.
      </p>
      <Button type="submit" isBusy={form.isBusy}>
        Send the invitation
      </Button>
    </Form>
  );
}
