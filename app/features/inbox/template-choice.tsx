import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import type { Template } from './detail.ts';

type TemplateChoiceProps = { templates: readonly Template[]; onChosen(template: Template): void };

/** Offers the company's templates, if there are any. */
export function TemplateChoice({ templates, onChosen }: TemplateChoiceProps) {
  if (templates.length === 0) return null;
  return (
    <Field label="Begin with a template">
      <Select
        value=""
        placeholder="Choose"
        options={templates.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ target }) => {
          const chosen = templates.find(({ id }) => id === target.value);
          if (chosen) onChosen(chosen);
        }}
      />
    </Field>
  );
}
