import { about } from '#app/content/about.ts';
import { accessibility } from '#app/content/accessibility.ts';
import { certificationQuiz } from '#app/content/certification-quiz.ts';
import { certifications } from '#app/content/certifications.ts';
import { educators } from '#app/content/educators.ts';
import { faqPage } from '#app/content/faq.ts';
import { fulfillment } from '#app/content/fulfillment.ts';
import { hireTalent } from '#app/content/hire-talent.ts';
import { home } from '#app/content/home.ts';
import { igmFrameworkGuide } from '#app/content/igm-framework-guide.ts';
import { organizations } from '#app/content/organizations.ts';
import { privacy } from '#app/content/privacy.ts';
import { professionals } from '#app/content/professionals.ts';
import { readinessChecklist } from '#app/content/readiness-checklist.ts';
import { resources } from '#app/content/resources.ts';
import { terms } from '#app/content/terms.ts';
import { verify } from '#app/content/verify.ts';
import type { FoundPath } from '#app/pages.ts';
import * as links from '#domain/site/links.ts';

/** The words on the preview picture of a page. */
export type Headline = { eyebrow?: string; title: string };

/** The compiler requires an entry for every page that may be listed; the tiers have theirs in one list. */
const headlines: Readonly<Record<Exclude<FoundPath, `/certifications/${string}`>, Headline>> = {
  '/': home.hero,
  '/organizations': organizations.hero,
  '/professionals': professionals.hero,
  '/educators': educators.hero,
  '/hire-talent': hireTalent.hero,
  '/about': about.hero,
  '/resources': resources.hero,
  '/resources/ai-readiness-checklist': { eyebrow: 'Resource', title: readinessChecklist.title },
  '/resources/igm-framework-guide': { eyebrow: 'Resource', title: igmFrameworkGuide.title },
  '/certification-quiz': certificationQuiz.hero,
  '/jobs': { eyebrow: 'Jobs', title: 'Work in healthcare AI' },
  '/terms': { eyebrow: 'Policies', title: terms.title },
  '/privacy': { eyebrow: 'Policies', title: privacy.title },
  '/fulfillment': { eyebrow: 'Policies', title: fulfillment.title },
  '/accessibility': { eyebrow: 'Policies', title: accessibility.title },
  '/faq': faqPage.hero,
  '/verify': verify.hero,
};

/** Every page that has a preview picture for other sites. */
export const sharedPages: typeof headlines & Readonly<Record<string, Headline>> = {
  ...headlines,
  ...Object.fromEntries(
    certifications.map(({ slug, credential, subtitle, name }) => [
      links.certification(slug),
      { eyebrow: `${credential} · ${name}`, title: subtitle },
    ]),
  ),
};
