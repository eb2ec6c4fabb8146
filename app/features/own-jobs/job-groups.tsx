import { memo, useContext, useState } from 'react';
import { Below } from '#app/ui/below.tsx';
import { Fold, FormGroup } from '#app/ui/form-group.tsx';
import { tierCodes, tierNames } from '#domain/credentials/tiers.ts';
import { currencies, jobTexts, jobTypes, salaryPeriods } from '#domain/jobs/job-facts.ts';
import { daysWithoutDeadline } from '#domain/jobs/job-life.ts';
import { ChoiceField, ChoicesField, FieldsContext, LongField, TextField } from './job-fields.tsx';
import type { JobField } from './job-values.ts';
import { PlaceFields } from './place-fields.tsx';
import { WhereToApply } from './where-to-apply.tsx';

/** Every field of a job, in the order in which people think of them. Values reach the fields through context. */
export const JobGroups = memo(function JobGroups() {
  return (
    <>
      <FormGroup title="The job" remark="What people read first in the list.">
        <TextField name="title" autoComplete="off" />
        <TextField name="company" autoComplete="organization" />
        <TextField
          name="client"
          isOptional
          autoComplete="off"
          hint="For agencies: whom you hire for. The job says “for” and this name, and candidates who hide from your client do not see you either."
        />
        <ChoiceField name="job_type" options={jobTypes} />
      </FormGroup>
      <FormGroup title="Where" remark="As you would say it: a town, a state, or Remote.">
        <PlaceFields />
      </FormGroup>
      <Below>
        <GroupsBelow />
      </Below>
    </>
  );
});

function GroupsBelow() {
  return (
    <>
      <FormGroup title="Pay" remark="People look for it first. You may leave it out.">
        <TextField
          name="salary_range"
          isOptional
          hint="In your own words, such as “$58,000–$72,000 a year”."
        />
        <Amounts />
      </FormGroup>
      <FormGroup
        title="The text"
        remark="Plain text. Line breaks and empty lines stay as you set them."
      >
        <LongField
          name="description"
          rows={10}
          hint={`What the work is, and with whom. At least ${jobTexts.description.least} characters.`}
        />
        <LongField name="requirements" rows={5} isOptional hint="One per line reads best." />
        <ChoicesField
          name="credentials_wanted"
          options={namedCredentials}
          hint="Any of those that you tick will do. People look for jobs that want what they hold."
        />
        <LongField name="benefits" rows={4} isOptional />
      </FormGroup>
      <FormGroup
        title="How to apply"
        remark="Here, people apply with their profile or a resume, and you answer them here. On your own site, we send them there and count how often."
      >
        <WhereToApply />
        <TextField
          name="application_deadline"
          type="date"
          dir={undefined}
          isOptional
          className="own-job-date"
          hint={`The last day on which people can apply. Without one, the job stays up for ${daysWithoutDeadline} days.`}
        />
      </FormGroup>
      <FormGroup title="Who to contact" remark="Shown with the job, to everybody.">
        <TextField name="contact_name" label={contactName} autoComplete="name" />
        <TextField
          name="contact_email"
          type="email"
          dir="ltr"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField name="contact_phone" type="tel" dir="ltr" autoComplete="tel" isOptional />
      </FormGroup>
    </>
  );
}

/** Large letters on a narrow screen break it at the stroke, and not within a word. */
const contactName = (
  <>
    Recruiter/
    <wbr />
    Contact name
  </>
);

const namedCredentials = tierCodes.map((code) => ({
  value: code,
  label: `${code} ${tierNames[code]}`,
}));

const amountFields: JobField[] = ['salary_from', 'salary_to'];

function Amounts() {
  const isOpen = useFilled(amountFields);
  return (
    <Fold title="Add the pay in figures" isOpen={isOpen}>
      <p className="own-job-small">
        For search engines and filters. One of the two amounts is enough.
      </p>
      <div className="own-job-row">
        <TextField name="salary_from" isOptional inputMode="decimal" autoComplete="off" />
        <TextField name="salary_to" isOptional inputMode="decimal" autoComplete="off" />
      </div>
      <div className="own-job-row">
        <ChoiceField name="salary_currency" options={currencies} />
        <ChoiceField name="salary_period" placeholder="Choose" options={namedPeriods} />
      </div>
    </Fold>
  );
}

/** Whether any of these fields was filled in when the form opened: typing must not fold anything. */
function useFilled(names: JobField[]): boolean {
  const values = useContext(FieldsContext)?.values;
  return useState(() => names.some((name) => values?.[name]))[0];
}

const namedPeriods = salaryPeriods.map((value) => ({
  value,
  label: value[0]?.toUpperCase() + value.slice(1),
}));
