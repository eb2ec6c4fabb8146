import { home } from '#app/content/home.ts';
import { IgmLoop } from '#app/pictures/igm-loop.tsx';
import { ActionLink } from '#app/site-parts/actions.tsx';
import { LetteredParts } from '#app/site-parts/lettered-parts.tsx';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, lede, steps, action } = home.approach;

export function Approach() {
  return (
    <Section eyebrow={eyebrow} title={title} intro={lede}>
      <div className="grid items-center gap-x-8 gap-y-10 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <IgmLoop />
        </div>
        <div className="lg:col-span-6 lg:col-start-7">
          <LetteredParts parts={steps} />
          <p className="mt-6">
            <ActionLink action={action} />
          </p>
        </div>
      </div>
    </Section>
  );
}
