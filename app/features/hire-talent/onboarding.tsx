import { hireTalent } from '#app/content/hire-talent.ts';
import { Section } from '#app/ui/section.tsx';

/** One figure, shown large, with its caveat next to it. */
export function Onboarding() {
  const { eyebrow, title, statistic, text, note } = hireTalent.value;
  return (
    <Section tone="sunken" eyebrow={eyebrow} title={title}>
      <div className="grid items-end gap-x-8 gap-y-8 lg:grid-cols-12">
        <p className="border-t border-ink pt-5 lg:col-span-6">
          <span className="block font-serif text-[clamp(4rem,11vw,8rem)] leading-none tracking-[-0.04em] lining-nums">
            {statistic.value}
          </span>
          <span className="mt-3 block font-semibold">{statistic.label}</span>
          <span className="block text-sm text-muted">{statistic.text}</span>
        </p>
        <div className="grid gap-4 lg:col-span-5 lg:col-start-8">
          <p className="text-lg">{text}</p>
          <p className="text-sm text-muted">{note}</p>
        </div>
      </div>
    </Section>
  );
}
