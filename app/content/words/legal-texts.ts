import { type WordProblem, wordKind } from '#domain/site/word-kinds.ts';
import { factNames, firstPolicies, type PolicyName, type PolicyWords } from '../legal-texts.ts';

type Facts = { title: string; isTold: boolean };

/** Owners write it; SQL enforces the day and notifies people (staff.legal_kinds, staff.told_kinds). */
function legalText(name: PolicyName, { title, isTold }: Facts) {
  const told =
    'Everybody with a confirmed address is told about a change by email, at least 14 days before it takes effect.';
  return wordKind<PolicyWords>({
    name,
    title,
    about: `${isTold ? `${told} ` : ''}Words in braces are filled in by the site: ${factNames.map((fact) => `{${fact}}`).join(', ')}. Have your lawyer read it.`,
    publishedBy: 'owner',
    page: `/${name}`,
    counts: isTold ? 'by-day-and-told' : 'by-day',
    first: firstPolicies[name],
    fields: {
      effective: {
        type: 'day',
        label: 'Effective from',
        ...(!isTold && { isOptional: true }),
        hint: isTold
          ? 'At least 14 days ahead, unless your server says otherwise. It begins at midnight UTC'
          : 'Empty: at once',
      },
      changes: {
        type: 'text',
        label: 'What changes, in plain words',
        most: 1_500,
        isOptional: true,
        hint: isTold
          ? 'Shown above the text until that day, and in the email; not afterwards'
          : 'Shown above the text until that day',
      },
      lede: { type: 'text', label: 'Below the title', most: 400 },
      sections: {
        type: 'list',
        label: 'Sections',
        itemName: 'Section',
        least: 1,
        most: 40,
        key: 'id',
        fields: {
          title: { type: 'line', label: 'Title', most: 80 },
          body: { type: 'rich', label: 'Text', most: 8_000 },
          id: {
            type: 'slug',
            from: 'title',
            label: 'Address',
            isOptional: true,
            hint: 'After # in the address of the page. Other sites may link to it, so do not change it later.',
          },
        },
      },
    },
    check: (words) => [
      ...unknownFacts(words),
      ...(isTold ? unsaid(words, firstPolicies[name]) : []),
    ],
  });
}

/** With the release's own day, nothing has changed yet. */
function unsaid({ changes, effective }: PolicyWords, first: PolicyWords): WordProblem[] {
  if (changes.trim() !== '' || effective === first.effective) return [];
  return [{ path: 'changes', message: 'Say what changes: people read it first.' }];
}

function unknownFacts({ lede, changes, sections }: PolicyWords): WordProblem[] {
  const texts = [
    ['lede', lede] as const,
    ['changes', changes] as const,
    ...sections.flatMap(({ title, body }, place) => [
      [`sections.${place}.title`, title] as const,
      [`sections.${place}.body`, body] as const,
    ]),
  ];
  return texts.flatMap(([path, text]) => {
    const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].find(
      ([, name = '']) => !(factNames as readonly string[]).includes(name),
    );
    return unknown ? [{ path, message: `The site knows nothing called ${unknown[0]}.` }] : [];
  });
}

export const terms = legalText('terms', { title: 'Terms of use', isTold: true });
export const privacy = legalText('privacy', { title: 'Privacy policy', isTold: true });
export const fulfillment = legalText('fulfillment', { title: 'Fulfillment policy', isTold: false });
export const accessibility = legalText('accessibility', { title: 'Accessibility', isTold: false });
