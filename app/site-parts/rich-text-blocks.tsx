import type { Prose, RichText } from '#app/content/rich-text.ts';
import { ExternalLink, Link } from '#app/ui/link.tsx';

export function RichTextBlocks({ text }: { text: RichText }) {
  return text.map((block, index) => {
    if (block.kind === 'paragraph') {
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
        <p key={index}>
          <Words prose={block.prose} />
        </p>
      );
    }
    const items = block.items.map((item, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
      <li key={at}>
        <Words prose={item} />
      </li>
    ));
    return block.from === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
      <ul key={index}>{items}</ul>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
      <ol key={index} start={block.from}>
        {items}
      </ol>
    );
  });
}

function Words({ prose }: { prose: Prose }) {
  return prose.map((part) => {
    if (typeof part === 'string') return part;
    if ('bold' in part) return <b key={part.bold}>{part.bold}</b>;
    const Anchor = /^https?:/.test(part.href) ? ExternalLink : Link;
    return (
      <Anchor key={part.href} href={part.href}>
        {part.text}
      </Anchor>
    );
  });
}
