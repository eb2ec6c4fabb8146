import { home } from '#app/content/home.ts';
import type { Testimonial } from '#app/content/testimonials.ts';
import { TestimonialPortrait } from '#app/pictures/testimonial-portrait.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Quotation } from '#app/ui/quotation.tsx';
import { Section } from '#app/ui/section.tsx';
import { Stats } from '#app/ui/stat.tsx';

/** The company's stated figures, then one long quotation and two shorter ones. */
export function Proof() {
  const { eyebrow, title, statistics, statisticsNote, testimonials, ...notes } = home.proof;
  const [first, ...others] = testimonials;
  const samples = testimonials.filter(({ sample }) => sample).length;
  // If all are samples, the note speaks of all; otherwise each sample is marked.
  const isMixed = samples > 0 && samples < testimonials.length;
  return (
    <Section tone="sunken" eyebrow={eyebrow} title={title}>
      <Stats items={statistics.map(({ value, label, text }) => ({ value, label, note: text }))} />
      <p className="max-w-measure text-sm text-muted">{statisticsNote}</p>
      <div className="mt-16 grid gap-x-8 gap-y-10 border-t border-line pt-10 lg:mt-24 lg:grid-cols-12">
        {samples > 0 && (
          <p className="text-sm text-muted lg:col-span-3">
            {!isMixed && (
              <span className="mb-2 block">
                <Badge tone="warm">Sample</Badge>
              </span>
            )}
            {isMixed ? notes.someTestimonialsNote : notes.testimonialsNote}
          </p>
        )}
        {first && (
          <div className="lg:col-span-9">
            <Words of={first} isMarked={isMixed && first.sample} />
          </div>
        )}
        {others.map((testimonial, index) => (
          <div
            key={testimonial.name}
            className={`border-t border-line pt-8 [&_blockquote]:text-xl ${
              index === 0 ? 'lg:col-span-4 lg:col-start-4' : 'lg:col-span-4 lg:col-start-9'
            }`}
          >
            <Words of={testimonial} isMarked={isMixed && testimonial.sample} />
          </div>
        ))}
      </div>
    </Section>
  );
}

function Words({
  of: { quote, name, title, org, image },
  isMarked,
}: {
  of: Testimonial;
  isMarked: boolean;
}) {
  return (
    <Quotation
      name={
        <>
          {name}
          {isMarked && (
            <>
              {' '}
              <Badge tone="warm">Sample</Badge>
            </>
          )}
        </>
      }
      position={`${title}, ${org}`}
      picture={<TestimonialPortrait portrait={image} className="size-16 flex-none" />}
    >
      {quote}
    </Quotation>
  );
}
