import { organizations } from '#app/content/organizations.ts';
import { IgmLoop } from '#app/pictures/igm-loop.tsx';
import { LetteredParts } from '#app/site-parts/lettered-parts.tsx';
import { Section } from '#app/ui/section.tsx';

const { id, eyebrow, title, lede, parts } = organizations.approach;

export function Approach() {
  return (
    <Section id={id} tone="sage" eyebrow={eyebrow} title={title} intro={lede}>
      <div className="grid gap-x-8 gap-y-10 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <IgmLoop />
        </div>
        <div className="lg:col-span-8 lg:pl-8">
          <LetteredParts parts={parts} />
        </div>
      </div>
    </Section>
  );
}
