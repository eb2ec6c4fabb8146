import { titled, type Words } from './page-parts.ts';

export const notFound = {
  meta: {
    title: titled('Page not found'),
    description:
      'The page you asked for is not here. Go back to the home page, or look at jobs, certifications and resources.',
  },
  code: '404',
  title: 'Oops! Page not found',
  text: 'The address may be old or mistyped. The menu above and the links below lead to every part of the site.',
  action: { kind: 'link', label: 'Return to Home', href: '/' },
} as const satisfies Words;
