import { firstBrand, site } from '#domain/brand.ts';
import type { Href } from '../pages.ts';
import type { Prose, RichText } from './rich-text.ts';

const parts = ['name', 'email', 'region'] as const;

/** Words of the release that name the company, with what it is called and where it is reached now. */
function asNamed(words: string): string {
  return parts.reduce((said, part) => said.replaceAll(firstBrand[part], site[part]), words);
}

/** The same for text that was put together while its module was loaded: a policy, a contract. */
export function textAsNamed(text: RichText): RichText {
  return text.map((block) =>
    block.kind === 'paragraph'
      ? { ...block, prose: proseAsNamed(block.prose) }
      : { ...block, items: block.items.map(proseAsNamed) },
  );
}

function proseAsNamed(prose: Prose): Prose {
  return prose.map((part) => {
    if (typeof part === 'string') return asNamed(part);
    if ('bold' in part) return { bold: asNamed(part.bold) };
    // Only an address of mail names the company; what it leads to is of the same kind.
    return { text: asNamed(part.text), href: asNamed(part.href) as Href };
  });
}
