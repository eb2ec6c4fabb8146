import { about } from '#app/content/about.ts';
import { IgmLoop } from '#app/pictures/igm-loop.tsx';
import { ActionLink } from '#app/site-parts/actions.tsx';
import { LetteredParts } from '#app/site-parts/lettered-parts.tsx';
import { Section } from '#app/ui/section.tsx';

const { id, eyebrow, title, lede, parts, action } = about.framework;

export function Framework() {
  return (
    <Section id={id} eyebrow={eyebrow} title={title} intro={lede}>
      <div className="grid items-center gap-x-8 gap-y-10 lg:grid-cols-12">
        <div className="lg:order-1 lg:col-span-5 lg:col-start-8">
          <IgmLoop />
        </div>
        <div className="lg:col-span-7 lg:pr-8">
          <LetteredParts parts={parts} />
          <p className="mt-6">
            <ActionLink action={action} />
          </p>
        </div>
      </div>
    </Section>
  );
}
