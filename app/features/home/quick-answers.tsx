import { faqQuestion } from '#app/content/faq.ts';
import { home } from '#app/content/home.ts';
import { ActionLink } from '#app/site-parts/actions.tsx';
import { RichTextBlocks } from '#app/site-parts/rich-text-blocks.tsx';
import { Accordion } from '#app/ui/accordion.tsx';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, questionIds, action } = home.quickAnswers;

export function QuickAnswers() {
  return (
    <Section layout="beside" eyebrow={eyebrow} title={title}>
      <Accordion
        name="quick-answers"
        items={questionIds.map(faqQuestion).map(({ id, question, answer }) => ({
          id,
          title: question,
          content: <RichTextBlocks text={answer} />,
        }))}
      />
      <p className="mt-6">
        <ActionLink action={action} />
      </p>
    </Section>
  );
}
