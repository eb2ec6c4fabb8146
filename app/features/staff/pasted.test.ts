import { expect, it } from 'vitest';
import { readRich } from '#app/content/rich-text.ts';
import { pastedWords } from './pasted.ts';

it('paragraphs and lists of a word processor stay paragraphs and lists', () => {
  const pasted = [
    'We teach coders\u000bto read what a machine has written, and to say where it is wrong, in forty hours.',
    'You bring:',
    '•\tA creden\u00adtial',
    'o\tOr two years of work',
    '–\u00a0Curiosity',
    'And then:',
    '1.\tSign up',
    '2)\tWait',
  ].join('\r\n');
  const words = pastedWords(pasted, true);
  expect(words.split('\n\n')).toHaveLength(6);
  expect(readRich(words)).toEqual([
    { kind: 'paragraph', prose: ['We teach coders'] },
    {
      kind: 'paragraph',
      prose: ['to read what a machine has written, and to say where it is wrong, in forty hours.'],
    },
    { kind: 'paragraph', prose: ['You bring:'] },
    {
      kind: 'list',
      items: [['A credential'], ['Or two years of work'], ['Curiosity']],
    },
    { kind: 'paragraph', prose: ['And then:'] },
    { kind: 'list', from: 1, items: [['Sign up'], ['Wait']] },
  ]);
});

it('a dash before the name of somebody quoted is not a list item', () => {
  for (const said of ['“I got the job.”\n— Maria, CPC', '– Not yet –\nsaid the coder.']) {
    expect(pastedWords(said, false)).toBe(said);
  }
  expect(pastedWords('– one\n– two', false)).toBe('- one\n- two');
});

it('manually broken lines stay together, and text that already has empty lines is left as it is', () => {
  for (const text of ['One line\nand its end.', 'One paragraph.\n\nAnother\nof two lines.']) {
    expect(pastedWords(text, false)).toBe(text);
  }
  const wide = `${'word '.repeat(30)}end.`;
  expect(pastedWords(`${wide}\n${wide}`, false)).toBe(`${wide}\n\n${wide}`);
  expect(pastedWords('one word', true)).toBe('one word');
});
