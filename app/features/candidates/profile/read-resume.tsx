import { useState } from 'react';
import { callFunction } from '#app/data/call-function.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox, ChoiceGroup } from '#app/ui/choice.tsx';
import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';
import {
  acceptedInWords,
  acceptedResumes,
  type ProposedProfile,
  whyNotRead,
} from '#domain/applications/resume.ts';
import { tidyList } from '#domain/candidates/candidate-lists.ts';
import { fieldFacts, type ProfileValues, textOf } from './profile-values.ts';

export type ReadResumeProps = {
  values: ProfileValues;
  /** Fills in the form, which saves nothing by itself. */
  onTake(values: Partial<ProfileValues>): void;
};

type Proposed = keyof ProposedProfile;
/** A server of the previous version does not send `hasText`. */
type Kept = { proposed: ProposedProfile; hasText?: boolean };

/** Reads a resume and offers what it seems to say, for its owner to choose from and save. */
export default function ReadResume({ values, onTake }: ReadResumeProps) {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [found, setFound] = useState<ProposedProfile>();
  const [isPicture, setPicture] = useState(false);
  // Compare with the form as it is now: somebody may type between reading and taking over.
  const proposed = found && inForm(found, values);
  // Disabling it loses focus, and so does the button that takes over.
  const input = useKeptFocus<HTMLInputElement>(2 * Number(isBusy) + Number(found !== undefined));

  async function read(file: File | undefined) {
    if (!file) return;
    setFound(undefined);
    setPicture(false);
    const problem = whyNotRead(file);
    setError(problem);
    if (problem) return;
    setBusy(true);
    const body = new FormData();
    body.set('resume', file);
    const answer = await callFunction<Kept>('keep-resume', body);
    setBusy(false);
    if (input.current) input.current.value = '';
    if ('failure' in answer) return setError(answer.failure.message);
    if (answer.data.hasText === false) setPicture(true);
    else setFound(answer.data.proposed);
  }

  return (
    <div className="profile-resume">
      <Field
        label="Resume"
        hint={
          isBusy
            ? 'We are reading it…'
            : `${acceptedInWords} We keep it for your applications, in place of an earlier one: only companies that you apply to see it.`
        }
        error={error}
      >
        <TextInput
          ref={input}
          type="file"
          accept={acceptedResumes}
          disabled={isBusy}
          onChange={(event) => read(event.target.files?.[0])}
        />
      </Field>
      <div role="status">
        {isPicture && (
          <p>
            There is no text in this file, only pictures, as in a scan, so we could not read it.
            Companies that you apply to still get it as it is. If you have the original document,
            save it as a PDF and choose that.
          </p>
        )}
        {proposed && (
          <Proposal
            proposed={proposed}
            onTake={(taken) => {
              onTake(taken);
              setFound(undefined);
              toast({ title: 'Copied into the form', description: 'Look at it, then save.' });
            }}
          />
        )}
      </div>
    </div>
  );
}

/** What is new compared with the form; lists grow, texts are replaced. */
function inForm(proposed: ProposedProfile, values: ProfileValues): Partial<ProfileValues> {
  const { skills, certifications, years_experience, ...texts } = proposed;
  const years =
    years_experience === undefined ? {} : { years_experience: String(years_experience) };
  const found: Partial<ProfileValues> = {
    ...texts,
    ...years,
    skills: tidyList([...values.skills, ...skills]),
    certifications: tidyList([...values.certifications, ...certifications]),
  };
  const isNew = ([field, value]: [string, ProfileValues[keyof ProfileValues]]) =>
    textOf(value) !== textOf(values[field as Proposed]);
  return Object.fromEntries(Object.entries(found).filter(isNew));
}

type ProposalProps = {
  proposed: Partial<ProfileValues>;
  onTake(taken: Partial<ProfileValues>): void;
};

function Proposal({ proposed, onTake }: ProposalProps) {
  const fields = Object.keys(proposed) as Proposed[];
  const [left, setLeft] = useState<Proposed[]>([]);
  if (fields.length === 0) return <p>We found nothing in it that your profile does not say.</p>;
  const taken = fields.filter((field) => !left.includes(field));
  return (
    <div className="profile-resume">
      <ChoiceGroup
        legend="What we found"
        hint="Read by a program, so look at each. Nothing is saved until you save your profile."
      >
        {fields.map((field) => (
          <Checkbox
            key={field}
            label={fieldFacts[field].name}
            hint={<bdi>{textOf(proposed[field] ?? '')}</bdi>}
            checked={taken.includes(field)}
            onChange={(event) =>
              setLeft(
                event.target.checked ? left.filter((each) => each !== field) : [...left, field],
              )
            }
          />
        ))}
      </ChoiceGroup>
      <p>
        <Button
          variant="secondary"
          disabled={taken.length === 0}
          onClick={() => onTake(Object.fromEntries(taken.map((field) => [field, proposed[field]])))}
        >
          Copy into the form
        </Button>
      </p>
    </div>
  );
}
