import { wordsOf } from '#domain/site/words.ts';
import { faqAboutUs } from './faq-about-us.ts';
import type { FaqCategory, FaqQuestion } from './faq-category.ts';
import { faqPractice } from './faq-practice.ts';
import { type Page, titled } from './page-parts.ts';
import { readRich } from './rich-text.ts';

/** The eight categories in the order of the page, as released. */
export const faqCategories: readonly FaqCategory[] = [...faqAboutUs, ...faqPractice];

export const faqPage = {
  meta: {
    title: titled('FAQ: questions and answers'),
    description:
      'Answers about healthcare AI, certification, the Accelerator, implementation, training, results, compliance and how to get started.',
  },
  hero: {
    eyebrow: 'FAQ',
    title: 'Frequently asked questions',
    lede: 'Eight subjects. Open a question to read its answer; its address can be shared.',
    actions: [],
  },
  closing: {
    title: 'Can’t find your question?',
    text: 'Book a free consultation, or write to us. We typically respond within 24 hours.',
    action: { kind: 'call', label: 'Book a Free Consultation' },
    emailLabel: 'Email Us',
  },
} as const satisfies Page;

/** The questions of each category, as staff write them. */
export type FaqWords = Record<string, { id: string; question: string; answer: string }[]>;

/** The current eight. The specification sets the names of the categories, not the questions. */
export function faqNow(): readonly FaqCategory[] {
  const words = wordsOf<FaqWords | undefined>('faq', undefined);
  if (!words) return faqCategories;
  return faqCategories.map(({ id, title, questions }) => ({
    ...{ id, title },
    questions: words[id]?.map((each) => ({ ...each, answer: readRich(each.answer) })) ?? questions,
  }));
}

export function faqQuestion(id: string): FaqQuestion {
  const question = faqNow()
    .flatMap(({ questions }) => questions)
    .find((candidate) => candidate.id === id);
  if (!question) throw new Error(`There is no FAQ question with the id ${id}.`);
  return question;
}
