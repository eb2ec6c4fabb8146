import { useState } from 'react';
import { Button } from '../button.tsx';
import { ChipsEditor } from '../chips-editor.tsx';
import { Checkbox, ChoiceGroup, Radio, Switch } from '../choice.tsx';
import { Field } from '../field.tsx';
import { FinderForm } from '../finder-form.tsx';
import { Fold, FormGroup } from '../form-group.tsx';
import { LineInput } from '../line-input.tsx';
import { LongText } from '../long-text.tsx';
import { PasswordInput } from '../password-input.tsx';
import { Section } from '../section.tsx';
import { Select } from '../select.tsx';
import { Textarea, TextInput } from '../text-input.tsx';
import { toast } from '../toast.ts';

const jobTypes = ['Full-time', 'Part-time', 'Contract', 'Remote', 'Other'];

function addUpToFive(entries: readonly string[], typed: string) {
  const entry = typed.trim();
  if (!entry || entries.includes(entry)) return { entries: [...entries] };
  if (entries.length >= 5) return { entries: [...entries], problem: 'You can add up to 5 skills' };
  return { entries: [...entries, entry] };
}

export function Forms() {
  const [summary, setSummary] = useState('Ten years in inpatient coding.');
  const [website, setWebsite] = useState('www.clinic.example');
  const [skills, setSkills] = useState(['ICD-10-CM', 'Denials management', 'Query writing']);
  return (
    <>
      <Section
        layout="beside"
        hasRule
        title="Fields"
        intro="A label above, a hint where it helps, the error in words where it happened."
      >
        <div className="grid gap-6 md:grid-cols-2">
          <Field label="Job title" hint="As it will stand in the list">
            <TextInput defaultValue="CDI Specialist" />
          </Field>
          <Field label="Salary range" isOptional>
            <TextInput placeholder="$72,000–$85,000" />
          </Field>
          <Field label="Contact email" error="Please enter a valid email">
            <TextInput type="email" defaultValue="recruiting@" />
          </Field>
          <Field label="Company" hint="Taken from your account">
            <TextInput disabled defaultValue="Piedmont Health" />
          </Field>
          <Field label="Job type">
            <Select options={jobTypes} defaultValue="Full-time" />
          </Field>
          <Field label="Experience level" error="Choose a level">
            <Select options={['Entry', 'Mid', 'Senior']} placeholder="Choose…" />
          </Field>
          <Field label="Website">
            <LineInput
              type="url"
              value={website}
              onValue={setWebsite}
              complete={(typed) => (/^https?:/.test(typed) ? typed : `https://${typed}`)}
            />
          </Field>
          <Field label="Password">
            <PasswordInput autoComplete="off" />
          </Field>
          <Field
            className="md:col-span-2"
            label="Summary"
            counter={{ length: summary.length, max: 60 }}
            error={summary.length > 60 ? 'Shorten the summary to 60 characters' : undefined}
          >
            <Textarea value={summary} onChange={(event) => setSummary(event.target.value)} />
          </Field>
          <Field className="md:col-span-2" label="Skills" hint="Enter or a comma adds one, up to 5">
            <ChipsEditor
              value={skills}
              onChange={setSkills}
              add={addUpToFive}
              suggestions={['Audit', 'Charge capture', 'HCC coding']}
              onProblem={(problem) =>
                toast({ title: 'Limit reached', description: problem, kind: 'error' })
              }
            />
          </Field>
        </div>
      </Section>
      <Section layout="beside" hasRule title="Choices">
        <div className="grid gap-10">
          <div className="grid gap-4">
            <Switch
              label="Public profile"
              hint="Employers with an active subscription can find you."
              defaultChecked
            />
            <Switch label="Featured listing" disabled />
            <Checkbox label="Full-time" defaultChecked />
            <Checkbox label="Contract" />
            <Checkbox label="Freelance (not offered here)" disabled />
          </div>
          <ChoiceGroup
            legend="Which work is closest to yours?"
            hint="The answer decides the tier, not the price."
            isFramed
          >
            <Radio name="role" value="coder" label="Coding or CDI" defaultChecked />
            <Radio name="role" value="educator" label="Teaching others" />
            <Radio name="role" value="leadership" label="Leading a department" />
          </ChoiceGroup>
          <ChoiceGroup legend="Availability" error="Choose one to go on">
            <Radio name="availability" label="Immediately" />
            <Radio name="availability" label="Within 3 months" />
          </ChoiceGroup>
          <div className="actions">
            <Button>Update Profile</Button>
            <Button variant="secondary">Cancel</Button>
          </div>
        </div>
      </Section>
      <Section id="finding" layout="beside" hasRule title="Finding">
        <FinderForm
          action="#finding"
          search={{ q: '', type: 'Full-time' }}
          words={{
            label: 'Search for a job',
            placeholder: 'Title, company or place',
            button: 'Search',
            filterLabel: 'Type of job',
          }}
          filters={jobTypes.map((type) => ({ label: type, type }))}
        />
      </Section>
      <Section hasRule title="Long forms">
        <FormGroup title="The pay" remark="What people look at first.">
          <Field label="Salary from">
            <TextInput defaultValue="72,000" />
          </Field>
          <Fold title="Benefits and bonus" isOpen={false}>
            <LongText label="Benefits" isOptional max={40} tooLong="Shorten it to 40 characters" />
          </Fold>
        </FormGroup>
      </Section>
    </>
  );
}
