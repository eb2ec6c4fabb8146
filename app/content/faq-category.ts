import type { RichText } from './rich-text.ts';

/** The id is the deep link, /faq#{id}: once published, it never changes. */
export type FaqQuestion = { id: string; question: string; answer: RichText };
export type FaqCategory = { id: string; title: string; questions: readonly FaqQuestion[] };
