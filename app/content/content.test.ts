import { describe, expect, it } from 'vitest';
import { tierCodes, tierNames, tiers } from '#domain/credentials/tiers.ts';
import { site } from '#domain/site/brand.ts';
import { about } from './about.ts';
import { accelerator } from './accelerator.ts';
import { accessibility } from './accessibility.ts';
import { call } from './call.ts';
import { certificationQuiz } from './certification-quiz.ts';
import { certificationPage, certifications } from './certifications.ts';
import { firstCompanyWords } from './company-words.ts';
import { educators } from './educators.ts';
import { faqCategories, faqPage, faqQuestion } from './faq.ts';
import { fulfillment } from './fulfillment.ts';
import { hireTalent } from './hire-talent.ts';
import { home } from './home.ts';
import { igmFrameworkGuide } from './igm-framework-guide.ts';
import { firstJobMarket, skillsInDemand } from './job-market.ts';
import { jobs } from './jobs.ts';
import { microCertifications, microCertsSection } from './micro-certifications.ts';
import { notFound } from './not-found.ts';
import { organizations } from './organizations.ts';
import { plans } from './plans.ts';
import { privacy } from './privacy.ts';
import { professionals } from './professionals.ts';
import { readinessChecklist } from './readiness-checklist.ts';
import { caseStudies, downloads, events } from './resource-sections.ts';
import { featuredResources, firstResourceItems, resourceItems, resources } from './resources.ts';
import { firstSalaries } from './salaries.ts';
import { firstStatistics } from './statistics.ts';
import { terms } from './terms.ts';
import { firstTestimonials } from './testimonials.ts';

const content = {
  ...{ about, accelerator, accessibility, call, caseStudies, certificationPage, certificationQuiz },
  ...{ firstCompanyWords, certifications, downloads, educators, events, faqCategories, faqPage },
  ...{ featured: [featuredResources(false), featuredResources(true)] },
  ...{
    fulfillment,
    hireTalent,
    home,
    igmFrameworkGuide,
    firstJobMarket,
    jobs,
    microCertifications,
  },
  ...{ microCertsSection, organizations, plans, privacy, professionals, readinessChecklist },
  ...{
    notFound,
    firstResourceItems,
    resources,
    firstSalaries,
    skillsInDemand,
    firstStatistics,
    terms,
    firstTestimonials,
  },
};

const metas = [
  ...[home, organizations, professionals, educators, hireTalent, about, resources],
  ...[certificationQuiz, readinessChecklist, igmFrameworkGuide, terms, privacy, fulfillment],
  ...[faqPage, accessibility, notFound, jobs, jobs.saved, ...certifications],
].map(({ meta }) => meta);

/** Every string of the content with its path, except addresses and dates. */
function strings(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') {
    return /^(https?:|mailto:|[/#])|^\d{4}-\d\d-\d\d$/.test(value) ? [] : [[path, value]];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => strings(child, `${path}.${key}`));
}
const texts = strings(content, 'content');

describe('what search engines read', () => {
  it.each(metas)('keeps to the length limits: $title', ({ title, description }) => {
    expect(title.length).toBeLessThanOrEqual(60);
    expect(description.length).toBeGreaterThanOrEqual(70);
    expect(description.length).toBeLessThanOrEqual(155);
  });

  it('has no duplicate titles or descriptions', () => {
    expect(new Set(metas.map(({ title }) => title)).size).toBe(metas.length);
    expect(new Set(metas.map(({ description }) => description)).size).toBe(metas.length);
  });
});

describe('the type', () => {
  const failing = (pattern: RegExp) => texts.filter(([, text]) => pattern.test(text));

  it('uses proper quotation marks, apostrophes and dashes', () => {
    expect(failing(/['"]|--| - |\.\.\./)).toEqual([]);
  });

  it('writes figures as people search for them: with a hyphen, and a plain space before the unit', () => {
    expect(failing(/\d–\d|[\d%+]\u00a0\w/)).toEqual([]);
  });

  it('does not shout, except in the specified words of the missing page', () => {
    expect(failing(/!/)).toEqual([['content.notFound.title', 'Oops! Page not found']]);
  });

  it('has no superfluous spaces', () => {
    expect(failing(/ {2}/)).toEqual([]);
  });
});

describe('the specified counts', () => {
  it('has the sections of every policy', () => {
    expect([terms, privacy, fulfillment].map(({ sections }) => sections.length)).toEqual([
      13, 9, 8,
    ]);
  });

  it('has eight FAQ categories with at least four questions each', () => {
    expect(faqCategories).toHaveLength(8);
    for (const { questions } of faqCategories) expect(questions.length).toBeGreaterThanOrEqual(4);
  });

  it('has the five resources, the four cards and the thirty-six checks', () => {
    expect(
      resourceItems()
        .map(({ button }) => button)
        .toSorted(),
    ).toEqual([...['Listen Now', 'Listen Now', 'Listen Now', 'Read More', 'Read More']]);
    expect(featuredResources(false)).toHaveLength(4);
    expect(readinessChecklist.areas.flatMap(({ checks }) => checks)).toHaveLength(36);
  });

  it('gives every tier its hours and weeks', () => {
    expect(certifications.map((tier) => [tier.credential, tier.hours, tier.weeks])).toEqual([
      ['CIHIS-S', 120, { min: 8, max: 12 }],
      ['CIHIS-AI', 150, { min: 10, max: 14 }],
      ['CIHIS-ED', 140, { min: 10, max: 12 }],
      ['CIHIS-HC', 130, { min: 10, max: 12 }],
      ['CIHIS-L', 180, { min: 12, max: 16 }],
    ]);
    for (const { duration, hours, weeks } of certifications) {
      expect(duration).toBe(`${hours} hours · ${weeks.min}-${weeks.max} weeks`);
    }
  });
});

describe('the specified words', () => {
  it('keeps the two disabled buttons, with the reason', () => {
    const waiting = [organizations.hero.actions[1], accelerator.action];
    expect(waiting.map(({ label }) => label)).toEqual([
      'Download IGM Services Overview (Coming Soon)',
      'Explore the Accelerator Hub (Coming Soon)',
    ]);
    for (const { reason } of waiting) expect(reason).not.toBe('');
  });

  it('states no price in the fulfillment policy', () => {
    expect(JSON.stringify(fulfillment)).not.toContain('$');
  });
});

describe('what is stated in two places', () => {
  it('gives every question its own address, and finds the three on Home', () => {
    const ids = faqCategories.flatMap(({ id, questions }) => [id, ...questions.map((q) => q.id)]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of home.quickAnswers.questionIds) expect(faqQuestion(id).id).toBe(id);
  });

  it('takes the company’s name only from the site file', () => {
    expect(JSON.stringify(certifications)).not.toContain(site.name);
  });
});

it('names the tiers like forms and postings, in the same order', () => {
  const named = certifications.map(({ slug, credential, name }) => [slug, credential, name]);
  expect(named).toEqual(tierCodes.map((code, place) => [tiers[place], code, tierNames[code]]));
});
