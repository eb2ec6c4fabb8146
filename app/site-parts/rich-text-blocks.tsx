import type { Prose, RichText } from '#app/content/rich-text.ts';
import { ExternalLink, Link } from '#app/ui/link.tsx';

export function RichTextBlocks({ text }: { text: RichText }) {
  return text.map((block, index) =>
    block.kind === 'paragraph' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
      <p key={index}>
        <Words prose={block.prose} />
      </p>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
      <ul key={index}>
        {block.items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
          <li key={at}>
            <Words prose={item} />
          </li>
        ))}
      </ul>
    ),
  );
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
