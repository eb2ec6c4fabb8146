import { type FormEvent, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { type CredentialType, credentialTitle } from '#domain/credentials/credentials.ts';
import { Part } from '../facts.tsx';
import { useStaffAct } from '../use-staff-act.ts';

export type Rule = { tier: string; counts: string; hours: number };
type CreditRulesProps = {
  types: readonly CredentialType[];
  rules: readonly Rule[];
  onDone(words: string): void;
};

/**
 * How many hours of a tier each micro-certification counts for. Without a number, the page does not say that anything
 * is missing.
 */
export function CreditRules({ types, rules, onDone }: CreditRulesProps) {
  const tiers = types.filter(({ kind }) => kind === 'tier');
  const [tier, setTier] = useState(tiers[0]?.code ?? '');
  const courses = types.filter(({ kind }) => kind === 'course');
  const act = useStaffAct();

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const counted = courses.flatMap(({ code }) => {
      const hours = Number(given.get(code));
      return hours > 0 ? [{ counts: code, hours }] : [];
    });
    const seen = rules
      .filter((rule) => rule.tier === tier)
      .map(({ counts, hours }) => ({ counts, hours }));
    if (await act.run('set-credit-rules', { tier, rules: counted, seen })) {
      onDone('Holders now see what counts toward this tier.');
    }
  }

  return (
    <Part title="What counts toward a tier">
      <Form isSending={act.isBusy} className="credential-form" onSubmit={save}>
        <p>
          Holders of a course see what it gives them and what is left, for the courses with a number
          here. Leave all empty, and nothing is said to be missing.
        </p>
        <Field label="Tier">
          <Select
            value={tier}
            onChange={({ target }) => setTier(target.value)}
            options={tiers.map((type) => ({
              value: type.code,
              label: credentialTitle({ ...type, type: type.code }),
            }))}
          />
        </Field>
        {/* Those of the other tiers keep what was typed, and are not sent. */}
        {tiers.map((each) => (
          <fieldset
            key={each.code}
            className="credential-hours"
            disabled={each.code !== tier}
            hidden={each.code !== tier}
          >
            {courses.map(({ code, title }) => (
              <Field key={code} label={title}>
                <TextInput
                  name={code}
                  type="number"
                  min={1}
                  max={500}
                  placeholder="Hours"
                  defaultValue={
                    rules.find((rule) => rule.tier === each.code && rule.counts === code)?.hours ??
                    ''
                  }
                />
              </Field>
            ))}
          </fieldset>
        ))}
        {act.failure && <Notice tone="danger">{act.failure}</Notice>}
        <Button type="submit" isBusy={act.isBusy}>
          Save what counts
        </Button>
      </Form>
    </Part>
  );
}
