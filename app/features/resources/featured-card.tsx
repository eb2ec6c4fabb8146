import { ActionButton } from '#app/site-parts/actions.tsx';
import type { Featured } from './entries.ts';

type FeaturedCardProps = { resource: Featured; isHidden: boolean };

export function FeaturedCard({ resource, isHidden }: FeaturedCardProps) {
  return (
    <li data-entry={resource.words.type} hidden={isHidden}>
      <div data-words>
        <p className="eyebrow">{resource.type}</p>
        <h3>{resource.title}</h3>
        <p className="text-muted">{resource.text}</p>
      </div>
      <ActionButton action={resource.action} variant="secondary" />
    </li>
  );
}
