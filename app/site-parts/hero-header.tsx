import type { ReactNode } from 'react';
import type { Hero } from '#app/content/page-parts.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { ActionButtons } from './actions.tsx';

type HeroHeaderProps = { hero: Hero; note?: string; aside?: ReactNode };

/** The opening statement of a page, with its actions. */
export function HeroHeader({ hero, note, aside }: HeroHeaderProps) {
  return (
    <PageHeader
      isLarge
      eyebrow={hero.eyebrow}
      title={hero.title}
      intro={hero.lede}
      actions={
        hero.actions.length > 0 && (
          <>
            <ActionButtons actions={hero.actions} />
            {note && <p className="max-w-[34rem] basis-full text-sm text-muted">{note}</p>}
          </>
        )
      }
      aside={aside}
    />
  );
}
