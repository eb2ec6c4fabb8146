import { BadgeCheck, NotebookPen, Star } from 'lucide-react';
import { Badge } from '#app/ui/badge.tsx';
import type { ListedApplication } from './applications.ts';

/** What to know about an application before opening it. */
export function ApplicationMarks({ row }: { row: ListedApplication }) {
  return (
    <p className="inbox-marks">
      {!row.meets_needs && <Badge tone="warm">Misses a requirement</Badge>}
      {row.is_verified && (
        <Badge tone="good">
          <BadgeCheck aria-hidden="true" />
          Credential verified
        </Badge>
      )}
      {row.leaves_at && <Badge tone="danger">Leaving</Badge>}
      {row.spam_at && <Badge tone="danger">Spam</Badge>}
      {row.is_guest && !row.leaves_at && <span>Guest</span>}
      {row.stars > 0 && (
        <span>
          <Star aria-hidden="true" data-own={row.is_starred || undefined} />
          {row.stars}
          <span className="sr-only">{row.stars === 1 ? ' star' : ' stars'}</span>
        </span>
      )}
      {row.notes > 0 && (
        <span>
          <NotebookPen aria-hidden="true" />
          {row.notes}
          <span className="sr-only">{row.notes === 1 ? ' note' : ' notes'}</span>
        </span>
      )}
    </p>
  );
}
