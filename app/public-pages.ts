/** Public pages whose content changes only with a release. */
export const publicPages: readonly string[] = [
  '/',
  '/organizations',
  '/professionals',
  '/educators',
  '/hire-talent',
  '/about',
  '/resources',
  '/certification-quiz',
  '/terms',
  '/privacy',
  '/fulfillment',
  '/faq',
  '/accessibility',
];
