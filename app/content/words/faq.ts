import { type WordField, wordKind } from '#domain/site/word-kinds.ts';
import { type FaqWords, faqCategories } from '../faq.ts';
import { home } from '../home.ts';
import { writeRich } from '../rich-text.ts';

const first: FaqWords = Object.fromEntries(
  faqCategories.map(({ id, questions }) => [
    id,
    questions.map((each) => ({ ...each, answer: writeRich(each.answer) })),
  ]),
);

const questions: Omit<Extract<WordField, { type: 'list' }>, 'label'> = {
  type: 'list',
  itemName: 'Question',
  least: 1,
  most: 30,
  key: 'id',
  fields: {
    question: { type: 'line', label: 'Question', most: 160 },
    answer: { type: 'rich', label: 'Answer', most: 2_000 },
    id: {
      type: 'slug',
      from: 'question',
      label: 'Address',
      isOptional: true,
      hint: '/faq#… If empty, it is made from the question. Other sites may link to it, so do not change it later.',
    },
  },
};

/** The category of the question as released. */
const placeOf = (wanted: string) =>
  faqCategories.find(({ questions }) => questions.some(({ id }) => id === wanted))?.id ?? '';

export const faq = wordKind<FaqWords>({
  name: 'faq',
  title: 'Questions and answers',
  about: 'The questions under the eight subjects of the FAQ. Three of them also show on Home.',
  publishedBy: 'staff',
  page: '/faq',
  first,
  fields: Object.fromEntries(
    faqCategories.map(({ id, title }) => [id, { ...questions, label: title }]),
  ),
  check(words) {
    const all = Object.entries(words).flatMap(([category, questions]) =>
      questions.map(({ id }, place) => ({ id, path: `${category}.${place}.id` })),
    );
    const taken = new Set<string>(faqCategories.map(({ id }) => id));
    const twice = all.flatMap(({ id, path }) => {
      const isTaken = taken.has(id);
      taken.add(id);
      return isTaken ? [{ path, message: 'Something else on the page has this address.' }] : [];
    });
    const missing = home.quickAnswers.questionIds
      .filter((id) => !all.some((each) => each.id === id))
      .map((id) => ({
        path: placeOf(id),
        message: `Home shows the question with the address “${id}”: there must be one.`,
      }));
    return [...twice, ...missing];
  },
});
