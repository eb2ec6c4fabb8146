import { about } from '#app/content/about.ts';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, text } = about.mission;

/** One sentence across the page, and its reason underneath. */
export function Mission() {
  return (
    <Section tone="sage">
      <p className="eyebrow">{eyebrow}</p>
      <h2 className="mt-4 max-w-[26ch] text-4xl leading-[1.1] font-normal">{title}</h2>
      <p className="mt-8 max-w-[40rem] text-lg lg:ml-[33.333%]">{text}</p>
    </Section>
  );
}
