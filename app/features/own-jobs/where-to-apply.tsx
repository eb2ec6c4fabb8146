import { useContext, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { ChoiceGroup, Radio } from '#app/ui/choice.tsx';
import { Field } from '#app/ui/field.tsx';
import { late } from '#app/ui/late.tsx';
import { LineInput } from '#app/ui/line-input.tsx';
import { hostOf } from '#domain/jobs/job-facts.ts';
import { completeWebAddress } from '#domain/text/web-address.ts';
import { FieldsContext } from './job-fields.tsx';
import { fieldNames } from './job-values.ts';

const QuestionsEditor = late(async () => (await import('./questions-editor.tsx')).default);

/** On this site or at an address; typing an address chooses the latter. */
export function WhereToApply() {
  const fields = useContext(FieldsContext);
  const [wantsToAsk, setWantsToAsk] = useState(false);
  if (!fields) return null;
  const { values, errors, set } = fields;
  const isHere = values.applies_here === 'true';
  // Most people ask no questions, so the editor is loaded only for those who do.
  const isAsking = wantsToAsk || !/^(\[\])?$/.test(values.questions);
  const choose = (here: boolean) =>
    set(here ? { applies_here: 'true', application_url: '' } : { applies_here: 'false' });
  return (
    <>
      <ChoiceGroup legend={fieldNames.applies_here}>
        <Radio
          name="applies_here"
          value="true"
          label="Here"
          hint="You see all applications in one place. Only your company and the applicant see them."
          checked={isHere}
          onChange={() => choose(true)}
        />
        <Radio
          name="applies_here"
          value="false"
          label="On your own site"
          checked={!isHere}
          onChange={() => choose(false)}
        />
      </ChoiceGroup>
      <Field
        label={fieldNames.application_url}
        hint={<Host url={values.application_url} isHere={isHere} />}
        error={errors.application_url}
        isOptional={isHere}
      >
        <LineInput
          type="url"
          name="application_url"
          dir="ltr"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          required={!isHere}
          value={values.application_url}
          onValue={(value) =>
            set({ application_url: value, applies_here: isHere && !value ? 'true' : 'false' })
          }
          complete={completeWebAddress}
        />
      </Field>
      {isHere && !isAsking && (
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start"
          onClick={() => setWantsToAsk(true)}
        >
          Ask applicants questions
        </Button>
      )}
      {isHere && isAsking && (
        <QuestionsEditor
          value={values.questions}
          error={errors.questions}
          onChange={(questions) => set({ questions })}
        />
      )}
    </>
  );
}

/** Where Apply will lead, so that a typo in the address is noticed here. */
function Host({ url, isHere }: { url: string; isHere: boolean }) {
  const host = hostOf(completeWebAddress(url.trim()));
  if (isHere) return 'Only if people apply on your own site.';
  if (!host) return 'Such as https://www.example.com/careers/7';
  return (
    <>
      Apply leads to <b>{host}</b>
    </>
  );
}
