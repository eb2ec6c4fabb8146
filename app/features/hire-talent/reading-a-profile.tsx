import { hireTalent } from '#app/content/hire-talent.ts';
import { ActionLink } from '#app/site-parts/actions.tsx';
import { TierSeals } from '#app/site-parts/tier-seals.tsx';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, text, action } = hireTalent.credentials;

export function ReadingAProfile() {
  return (
    <Section hasRule eyebrow={eyebrow} title={title} intro={text}>
      <TierSeals />
      <p className="mt-8">
        <ActionLink action={action} />
      </p>
    </Section>
  );
}
