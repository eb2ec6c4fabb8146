import { home } from '#app/content/home.ts';
import { ActionButton } from '#app/site-parts/actions.tsx';
import { PointRows } from '#app/site-parts/point-rows.tsx';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, lede, points, action } = home.revenueCycle;

export function RevenueCycle() {
  return (
    <Section layout="beside" hasRule eyebrow={eyebrow} title={title} intro={lede}>
      <PointRows points={points} />
      <p className="mt-8">
        <ActionButton action={action} variant="secondary" />
      </p>
    </Section>
  );
}
