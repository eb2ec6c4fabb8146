import { about } from '#app/content/about.ts';
import { companyWords } from '#app/content/company-words.ts';
import { readRich } from '#app/content/rich-text.ts';
import { RichTextBlocks } from '#app/site-parts/rich-text-blocks.tsx';
import { Section } from '#app/ui/section.tsx';

/** Two columns with a drop cap, like the beginning of an article. */
export function Story() {
  const { storyTitle, story } = companyWords();
  return (
    <Section layout="beside" eyebrow={about.story.eyebrow} title={storyTitle}>
      <div className="gap-x-8 md:columns-2 [&>*+*]:mt-4">
        <RichTextBlocks text={readRich(story)} />
      </div>
    </Section>
  );
}
