import { Fragment } from 'react';
import type { PolicyNow } from '#app/content/legal-texts.ts';
import type { Href } from '#app/pages.ts';
import { RichTextBlocks } from '#app/site-parts/rich-text-blocks.tsx';
import { Lines } from '#app/ui/lines.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { Prose } from '#app/ui/prose.tsx';
import { Section } from '#app/ui/section.tsx';
import { Time } from '#app/ui/time.tsx';
import * as links from '#domain/site/links.ts';

/** A policy with its table of contents next to it. The numbers are those that people cite. */
export function PolicyText({
  policy: { name, title, effective, lede, sections, next, days = [] },
  current,
}: {
  policy: Omit<PolicyNow, 'meta' | 'next' | 'days'> & Partial<Pick<PolicyNow, 'next' | 'days'>>;
  /** Set on an older or future version: where the current one is. */
  current?: Href;
}) {
  return (
    <>
      <PageHeader
        eyebrow={effective && <Time at={effective.date}>{effective.text}</Time>}
        title={title}
        intro={lede}
      />
      <Section hasRule className="pt-0!">
        {next && (
          <div className="mb-10 max-w-prose">
            <Notice
              title={
                <>
                  This changes on <Time at={next.day}>{next.text}</Time>
                </>
              }
            >
              <p>
                <Lines text={next.changes} />
              </p>
              <p>
                <Link href={links.legalText(name, next.day)}>Read it as it will be</Link>
              </p>
            </Notice>
          </div>
        )}
        {current && (
          <div className="mb-10 max-w-prose">
            <Notice title="One version of several">
              <p>
                You are reading the text of one day.{' '}
                <Link href={current}>Read the one that counts now</Link>
              </p>
            </Notice>
          </div>
        )}
        <div className="grid grid-cols-1 gap-x-8 gap-y-10 lg:grid-cols-12">
          <nav
            aria-label="Contents"
            className="text-sm lg:sticky lg:top-[calc(var(--header-height)+2rem)] lg:col-span-4 lg:self-start print:hidden"
          >
            <ol className="border-b border-line lg:border-0">
              {sections.map(({ id, title }, index) => (
                <li key={id} className="border-t border-line first:border-0">
                  <a
                    href={`#${id}`}
                    className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-baseline py-1.5 hover:text-pine"
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
                  className="mb-4 grid grid-cols-[2.5rem_minmax(0,1fr)] text-2xl leading-tight md:grid-cols-[3.5rem_1fr]"
                >
                  <span className="font-normal text-clay tabular-nums" aria-hidden="true">
                    {index + 1}
                  </span>
                  {title}
                </h2>
                <Prose className="md:ml-14">
                  <RichTextBlocks text={body} />
                </Prose>
              </section>
            ))}
            {days.length > 0 && (
              <p className="border-t border-line pt-6 text-sm text-muted">
                Other versions:{' '}
                {days.map(({ day, text }, index) => (
                  <Fragment key={day}>
                    {index > 0 && '\u00a0· '}
                    <Link href={links.legalText(name, day)}>{text}</Link>
                  </Fragment>
                ))}
              </p>
            )}
          </div>
        </div>
      </Section>
    </>
  );
}
