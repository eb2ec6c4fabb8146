import { professionals } from '#app/content/professionals.ts';
import { Actions } from '#app/site-parts/actions.tsx';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, text, actions } = professionals.jobs;

export function AfterCredential() {
  return (
    <Section layout="beside" hasRule eyebrow={eyebrow} title={title}>
      <p className="mb-7 max-w-[40rem] font-serif text-xl">{text}</p>
      <Actions actions={actions} />
    </Section>
  );
}
