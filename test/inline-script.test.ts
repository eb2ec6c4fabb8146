import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { inlineScript } from '../vite.inline-script.ts';

it('keeps the names of an inline script out of the global scope', () => {
  const context: Record<string, unknown> = {};
  runInNewContext(inlineScript('var secret = 1; globalThis.told = secret + 1;\n'), context);
  expect(context).toEqual({ told: 2 });
});

it.each(['</script', '</SCRIPT', '<script', '<!--'])(
  'refuses %s, with which the document would end the script early',
  (words) => {
    expect(() => inlineScript(`const text = "${words}";`)).toThrow(words);
  },
);
