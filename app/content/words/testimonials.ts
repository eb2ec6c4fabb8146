import { wordKind } from '#domain/site/word-kinds.ts';
import { firstTestimonials } from '../testimonials.ts';

export const testimonials = wordKind({
  name: 'testimonials',
  title: 'Testimonials',
  about:
    'The three on Home. Show only statements that you have permission for, and remove the sample mark.',
  publishedBy: 'staff',
  page: '/',
  first: { testimonials: firstTestimonials },
  fields: {
    testimonials: {
      type: 'list',
      label: 'Testimonials',
      itemName: 'Testimonial',
      // The specification asks for three.
      least: 3,
      most: 3,
      fields: {
        name: { type: 'line', label: 'Name', most: 60 },
        quote: { type: 'text', label: 'What they said', most: 400 },
        title: { type: 'line', label: 'Position', most: 80 },
        org: { type: 'line', label: 'Organization', most: 80 },
        image: {
          type: 'choice',
          label: 'Drawing',
          options: [
            { value: 'first', label: 'The first' },
            { value: 'second', label: 'The second' },
            { value: 'third', label: 'The third' },
          ],
        },
        sample: {
          type: 'check',
          label: 'It is a sample',
          hint: 'Not a customer’s statement. The page says so while one of them is.',
        },
      },
    },
  },
});
