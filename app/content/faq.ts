import { faqAboutUs } from './faq-about-us.ts';
import type { FaqCategory, FaqQuestion } from './faq-category.ts';
import { faqPractice } from './faq-practice.ts';
import { type Page, titled } from './page-parts.ts';

/** Eight categories, in the order of the page. */
export const faqCategories: readonly FaqCategory[] = [...faqAboutUs, ...faqPractice];

export const faqPage = {
  meta: {
    title: titled('Questions and answers'),
    description:
      'Answers about healthcare AI, certification, the Accelerator, implementation, training, results, compliance and how to get started.',
  },
  hero: {
    eyebrow: 'FAQ',
    title: 'Questions and answers',
    lede: 'Eight subjects. Open a question to read its answer; its address can be shared.',
    actions: [],
  },
  closing: {
    title: 'Your question is not here?',
    text: 'Book a free consultation, or write to us. We typically respond within 24 hours.',
    action: { kind: 'call', label: 'Book a Free Consultation' },
    emailLabel: 'Email Us',
  },
} as const satisfies Page;

export function faqQuestion(id: string): FaqQuestion {
  const question = faqCategories
    .flatMap(({ questions }) => questions)
    .find((candidate) => candidate.id === id);
  if (!question) throw new Error(`There is no FAQ question with the id ${id}.`);
  return question;
}
