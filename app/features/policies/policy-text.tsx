import { textAsNamed } from '#app/content/as-named.ts';
import type { PolicyPage } from '#app/content/policy.ts';
import { RichTextBlocks } from '#app/site-parts/rich-text-blocks.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { Prose } from '#app/ui/prose.tsx';
import { Section } from '#app/ui/section.tsx';

/** A policy with its contents beside it. The numbers are those by which people cite it. */
export function PolicyText({
  policy: { title, effective, lede, sections },
}: {
  policy: PolicyPage;
}) {
  return (
    <>
      <PageHeader
        eyebrow={effective && <time dateTime={effective.date}>{effective.text}</time>}
        title={title}
        intro={lede}
      />
      <Section hasRule className="pt-0!">
        <div className="grid gap-x-8 gap-y-10 lg:grid-cols-12">
          <nav
            aria-label="Contents"
            className="text-sm lg:sticky lg:top-[calc(var(--header-height)+2rem)] lg:col-span-4 lg:self-start print:hidden"
          >
            <ol className="border-b border-line lg:border-0">
              {sections.map(({ id, title }, index) => (
                <li key={id} className="border-t border-line first:border-0">
                  <a
                    href={`#${id}`}
                    className="grid grid-cols-[2.5rem_1fr] items-baseline py-1.5 hover:text-pine"
                  >
                    <span className="text-muted tabular-nums">{index + 1}</span>
                    {title}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
          <div className="lg:col-span-8 lg:pl-8">
            {sections.map(({ id, title, body }, index) => (
              <section
                key={id}
                id={id}
                aria-labelledby={`${id}-title`}
                className="border-t border-line py-8 first:border-0 first:pt-0 lg:py-10"
              >
                <h2
                  id={`${id}-title`}
                  className="mb-4 grid grid-cols-[2.5rem_1fr] text-2xl leading-tight md:grid-cols-[3.5rem_1fr]"
                >
                  <span className="font-normal text-clay tabular-nums" aria-hidden="true">
                    {index + 1}
                  </span>
                  {title}
                </h2>
                <Prose className="md:ml-14">
                  <RichTextBlocks text={textAsNamed(body)} />
                </Prose>
              </section>
            ))}
          </div>
        </div>
      </Section>
    </>
  );
}
