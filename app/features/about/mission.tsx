import { about } from '#app/content/about.ts';
import { companyWords } from '#app/content/company-words.ts';
import { Section } from '#app/ui/section.tsx';

/** One sentence across the page, and its reason underneath. */
export function Mission() {
  const { mission, reason } = companyWords();
  return (
    <Section tone="sage">
      <p className="eyebrow">{about.mission.eyebrow}</p>
      <h2 className="mt-4 max-w-[26ch] text-4xl leading-[1.1] font-normal">{mission}</h2>
      <p className="mt-8 max-w-[40rem] text-lg lg:ml-[33.333%]">{reason}</p>
    </Section>
  );
}
