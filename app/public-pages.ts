import { certifications } from './content/certifications.ts';

/** Public pages whose content changes only with a release. */
export const publicPages: readonly string[] = [
  '/',
  '/organizations',
  '/professionals',
  '/educators',
  '/hire-talent',
  '/about',
  '/resources',
  ...certifications.map(({ slug }) => `/certifications/${slug}`),
  '/resources/ai-readiness-checklist',
  '/resources/igm-framework-guide',
  '/certification-quiz',
  '/terms',
  '/privacy',
  '/fulfillment',
  '/faq',
  '/accessibility',
];
