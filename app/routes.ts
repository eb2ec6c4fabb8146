import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** Every address of the site. */
export default [
  index('routes/home.tsx'),
  route('organizations', 'routes/organizations.tsx'),
  route('professionals', 'routes/professionals.tsx'),
  route('educators', 'routes/educators.tsx'),
  route('hire-talent', 'routes/hire-talent.tsx'),
  route('about', 'routes/about.tsx'),
  route('resources', 'routes/resources.tsx'),
  route('certifications/:tier', 'routes/certification.tsx'),
  route('resources/ai-readiness-checklist', 'routes/ai-readiness-checklist.tsx'),
  route('resources/igm-framework-guide', 'routes/igm-framework-guide.tsx'),
  route('certification-quiz', 'routes/certification-quiz.tsx'),

  route('auth', 'routes/auth.tsx'),
  route('auth/recover', 'routes/auth-recover.tsx'),
  route('auth/new-password', 'routes/auth-new-password.tsx'),
  route('auth/confirm', 'routes/auth-confirm.tsx'),
  route('account', 'routes/account.tsx'),
  route('jobs', 'routes/jobs.tsx'),
  route('job/renew', 'routes/renew-job.tsx'),
  route('jobs/feed.xml', 'routes/jobs-feed.ts'),
  route('job/:id', 'routes/job-detail.tsx'),
  route('post-job', 'routes/post-job.tsx'),
  route('my-jobs', 'routes/my-jobs.tsx'),
  route('my-jobs/:id/edit', 'routes/edit-job.tsx'),
  route('browse-candidates', 'routes/browse-candidates.tsx'),
  route('candidate-profile', 'routes/candidate-profile.tsx'),
  route('membership', 'routes/membership.tsx'),

  route('terms', 'routes/terms.tsx'),
  route('privacy', 'routes/privacy.tsx'),
  route('fulfillment', 'routes/fulfillment.tsx'),
  route('faq', 'routes/faq.tsx'),
  route('accessibility', 'routes/accessibility.tsx'),

  route('newsletter/confirm', 'routes/newsletter-confirm.tsx'),
  route('newsletter/unsubscribe', 'routes/newsletter-unsubscribe.tsx'),

  route('robots.txt', 'routes/robots.ts'),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('sitemap/:part', 'routes/sitemap-part.ts'),
  route('resources/feed.xml', 'routes/feed.ts'),
  route('manifest.webmanifest', 'routes/manifest.ts'),
  route('apple-touch-icon.png', 'routes/icon.ts', { id: 'apple-touch-icon' }),
  route('icon-192.png', 'routes/icon.ts', { id: 'icon-192' }),
  route('icon-512.png', 'routes/icon.ts', { id: 'icon-512' }),
  route('share/:picture', 'routes/share-picture.ts'),

  route('dev/ui', 'routes/dev-ui.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
