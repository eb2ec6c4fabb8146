import { wordsOf } from '#domain/site/words.ts';

export type PortraitName = 'first' | 'second' | 'third';

export type Testimonial = {
  /** Written for the site; not a customer’s statement. */
  sample: boolean;
  quote: string;
  name: string;
  title: string;
  org: string;
  image: PortraitName;
};

/** Shown next to the quotations as long as any of them is a sample. */
export const sampleNote =
  'Sample testimonials, written to show what people ask of this work. The people and organizations are fictional.';

/** The same if only some are samples: nobody who really said something may be called fictional. */
export const someSamplesNote =
  'Testimonials marked “Sample” were written to show what people ask of this work. The people and organizations in them are fictional.';

/** Replace with statements that you have permission to use, and set `sample` to false. */
export const firstTestimonials: readonly Testimonial[] = [
  {
    sample: true,
    quote:
      'We stopped arguing about whether to use AI on denials. We now argue about which appeals need a second reader, and we have a log that shows who decided.',
    name: 'Dana Whitfield',
    title: 'Director, Revenue Cycle',
    org: 'Sample Regional Health',
    image: 'first',
  },
  {
    sample: true,
    quote:
      'I knew coding. What I learned was how to check a suggested code against the record, say why I changed it, and keep the note an auditor will want.',
    name: 'Luis Marrero',
    title: 'Inpatient Coder',
    org: 'Sample Medical Center',
    image: 'second',
  },
  {
    sample: true,
    quote:
      'The licensed units came with rubrics and practice records. My faculty could teach the first module without becoming engineers.',
    name: 'Priya Raman',
    title: 'Program Director, Health Information Management',
    org: 'Sample Community College',
    image: 'third',
  },
];

export const testimonials = () =>
  wordsOf('testimonials', { testimonials: firstTestimonials }).testimonials;
