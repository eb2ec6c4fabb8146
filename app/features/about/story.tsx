import { about } from '#app/content/about.ts';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, paragraphs } = about.story;

/** Two columns with an initial, as an article begins. */
export function Story() {
  return (
    <Section layout="beside" eyebrow={eyebrow} title={title}>
      <div className="gap-x-8 md:columns-2 [&>p+p]:mt-4">
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </Section>
  );
}
