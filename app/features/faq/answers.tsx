import { faqNow } from '#app/content/faq.ts';
import type { FaqCategory } from '#app/content/faq-category.ts';
import { RichTextBlocks } from '#app/site-parts/rich-text-blocks.tsx';
import { Accordion } from '#app/ui/accordion.tsx';
import { Link } from '#app/ui/link.tsx';
import { Section } from '#app/ui/section.tsx';

/** Eight subjects, each with a link to it. All questions share one name: only one is open at a time. */
export function Answers() {
  const faqCategories = faqNow();
  return (
    <Section hasRule className="pt-0!">
      <div className="grid gap-x-8 gap-y-12 lg:grid-cols-12">
        <nav
          aria-label="Subjects"
          className="text-sm lg:sticky lg:top-[calc(var(--header-height)+2rem)] lg:col-span-4 lg:self-start lg:pr-8 print:hidden"
        >
          <ol className="border-b border-line lg:border-0">
            {faqCategories.map(({ id, title }) => (
              <li key={id} className="border-t border-line first:border-0">
                <a href={`#${id}`} className="block py-2 font-semibold hover:text-pine">
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid gap-y-14 lg:col-span-8 lg:gap-y-20">
          {faqCategories.map((category) => (
            <Category key={category.id} category={category} />
          ))}
        </div>
      </div>
    </Section>
  );
}

function Category({ category: { id, title, questions } }: { category: FaqCategory }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="mb-5 text-2xl leading-tight">
        {title}
      </h2>
      <Accordion
        name="faq"
        items={questions.map(({ id, question, answer }) => ({
          id,
          title: question,
          content: (
            <>
              <RichTextBlocks text={answer} />
              <p className="text-sm print:hidden">
                <Link href={`#${id}`} aria-label={`Link to this answer: ${question}`}>
                  Link to this answer
                </Link>
              </p>
            </>
          ),
        }))}
      />
    </section>
  );
}
