import { expect, it } from 'vitest';
import { firstBrand } from '#domain/site/brand.ts';
import { readWordsFrom } from '#domain/site/words.ts';
import { titled, withNameOfNow } from './page-parts.ts';

it('contains the company’s current name, whatever characters are in it, and changes nothing else', () => {
  const before = readWordsFrom(() => ({ brand: { ...firstBrand, name: 'Cash $& $$ Care' } }));
  expect(withNameOfNow(titled('Jobs'))).toBe('Jobs · Cash $& $$ Care');
  expect(withNameOfNow(`${firstBrand.name}: training`)).toBe('Cash $& $$ Care: training');
  const job = titled(`Trainer, ${firstBrand.name}`);
  expect(withNameOfNow(job)).toBe(`Trainer, ${firstBrand.name} · Cash $& $$ Care`);
  readWordsFrom(before);
});
