import { memo } from 'react';
import { Below } from '#app/ui/below.tsx';
import { Checkbox, ChoiceGroup, Switch } from '#app/ui/choice.tsx';
import { FormGroup } from '#app/ui/form-group.tsx';
import {
  availabilityChoices,
  experienceLevels,
  jobTypeChoices,
} from '#domain/candidates/candidate-lists.ts';
import type * as suggestionsModule from '../suggestions.ts';
import { LatePictureField } from './late-picture-field.tsx';
import {
  ChoiceField,
  ListField,
  LongField,
  TextField,
  useProfileField,
} from './profile-fields.tsx';

const addsHint = 'Enter or a comma adds one.';

export type Suggestions = typeof suggestionsModule;

type ProfileGroupsProps = {
  userId: string;
  stored: string;
  /** As saved; the switch may differ until then. */
  isPublic: boolean;
  /** Staff have hidden it: it cannot be made public. */
  isHidden: boolean;
  /** Loaded when somebody starts to type. */
  suggestions: Suggestions | undefined;
};

/** Every field of a profile, in the order of its rules. Values reach the fields through context. */
export const ProfileGroups = memo(function ProfileGroups({
  userId,
  stored,
  isPublic,
  isHidden,
  suggestions,
}: ProfileGroupsProps) {
  return (
    <>
      <FormGroup
        title="Who sees it"
        remark={isHidden ? undefined : 'You can change this at any time.'}
      >
        <PublicSwitch isSaved={isPublic} isHidden={isHidden} />
      </FormGroup>
      <FormGroup title="What you do" remark="What employers read first in the list.">
        <TextField
          name="headline"
          isRequired
          autoComplete="off"
          hint="Such as “Inpatient coding auditor who validates AI output”."
        />
        <LongField
          name="summary"
          rows={6}
          hint="What you have done, with what results. Line breaks stay."
        />
        <TextField
          name="years_experience"
          inputMode="numeric"
          autoComplete="off"
          className="profile-short"
        />
        <TextField
          name="current_company"
          autoComplete="organization"
          hint="Employers see it. To keep your own from seeing you, hide from it below."
        />
        <TextField name="current_position" autoComplete="organization-title" />
        <TextField name="location" autoComplete="address-level2" hint="Such as “Durham, NC”." />
      </FormGroup>
      <Below>
        <GroupsBelow userId={userId} stored={stored} suggestions={suggestions} />
      </Below>
    </>
  );
});

function GroupsBelow({
  userId,
  stored,
  suggestions,
}: Omit<ProfileGroupsProps, 'isPublic' | 'isHidden'>) {
  return (
    <>
      <FormGroup
        title="What you bring"
        remark="Employers can filter by all of these except education. Use your own words."
      >
        <ListField name="skills" suggestions={suggestions?.suggestedSkills} hint={addsHint} />
        <ListField
          name="certifications"
          suggestions={suggestions?.suggestedCertifications}
          hint={addsHint}
        />
        <ListField name="languages" suggestions={suggestions?.suggestedLanguages} hint={addsHint} />
        <LongField name="education" rows={3} hint="One per line reads best." />
        <ChoiceField name="experience_level" options={experienceLevels} />
      </FormGroup>
      <FormGroup
        title="What you look for"
        remark="Shown in your profile. Job types and places, with your skills and credentials, decide which jobs fit you: on the job board, under Alerts, and by email if you like."
      >
        <JobTypes />
        <ListField
          name="preferred_locations"
          commasSeparate={false}
          hint="Enter adds one, such as “Raleigh, NC” or “Remote”."
        />
        <TextField
          name="salary_expectations"
          autoComplete="off"
          hint="In your own words, such as “from $70,000 a year”."
        />
        <ChoiceField name="availability" options={availabilityChoices} />
      </FormGroup>
      <FormGroup title="On the web" remark="A face and a link make a profile easier to trust.">
        <TextField name="linkedin_url" {...addressProps} />
        <TextField name="portfolio_url" autoComplete="url" {...addressProps} />
        <LatePictureField userId={userId} stored={stored} isNeeded={suggestions !== undefined} />
      </FormGroup>
    </>
  );
}

const addressProps = {
  type: 'url',
  dir: 'ltr',
  inputMode: 'url',
  autoCapitalize: 'none',
  spellCheck: false,
  hint: 'Such as https://www.example.com',
} as const;

/** Nothing is hidden or shown until it is saved, so nothing says so earlier. */
function PublicSwitch({ isSaved, isHidden }: { isSaved: boolean; isHidden: boolean }) {
  const { value: isPublic, change } = useProfileField('public_profile');
  return (
    <Switch
      name="public_profile"
      label="Public profile"
      checked={isPublic}
      onChange={(event) => change(event.target.checked)}
      disabled={isHidden && !isPublic}
      hint={isHidden ? hiddenByStaff : whoSeesIt(isPublic, isSaved)}
    />
  );
}

function whoSeesIt(isPublic: boolean, isSaved: boolean): string {
  if (isPublic) return `${isSaved ? '' : whenSaved}${whoSees}`;
  return isSaved ? stillPublic : onlyYou;
}

const hiddenByStaff =
  'Our staff hid this profile, so only you see it. Our email says why, and what to do if we are wrong.';
const whenSaved = 'Once you have saved it: ';
const whoSees =
  'Employers with an active membership can find this profile, read all of it and write to you through this site, except those that you hide from below. Whoever you answer sees your name; nobody sees your email address. Everybody else, search engines too, sees nothing.';
const onlyYou =
  'Only you see this profile. Make it public when employers with an active membership may find it.';
const stillPublic =
  'Employers with an active membership can find this profile until you save it. From then on only you see it, and those who wrote to you cannot answer.';

function JobTypes() {
  const { value, change, error } = useProfileField('preferred_job_types');
  const others = value.filter((type) => !(jobTypeChoices as readonly string[]).includes(type));
  return (
    <ChoiceGroup
      legend={
        <>
          Preferred job types<span className="field-optional"> (optional)</span>
        </>
      }
      error={error}
      className="profile-choices"
    >
      {[...jobTypeChoices, ...others].map((type) => (
        <Checkbox
          key={type}
          name="preferred_job_types"
          label={type}
          checked={value.includes(type)}
          onChange={({ target }) =>
            change(target.checked ? [...value, type] : value.filter((other) => other !== type))
          }
        />
      ))}
    </ChoiceGroup>
  );
}
