import { ArrowLeft, ArrowRight } from 'lucide-react';
import { pageWindow } from './page-window.ts';

type PaginationProps = {
  page: number;
  pages: number;
  hrefFor(page: number): string;
  label?: string;
};

export function Pagination({ page, pages, hrefFor, label = 'Pages' }: PaginationProps) {
  if (pages < 2) return null;
  return (
    <nav className="pagination" aria-label={label}>
      {page > 1 && (
        <a className="pagination-step" href={hrefFor(page - 1)} rel="prev">
          <ArrowLeft aria-hidden="true" />
          Previous
        </a>
      )}
      <ol>
        {pageWindow(page, pages).map((entry) => (
          <li key={entry.key}>
            {entry.page === undefined ? (
              <span className="pagination-gap">…</span>
            ) : (
              <a
                className="pagination-page"
                href={hrefFor(entry.page)}
                aria-label={`Page ${entry.page}`}
                aria-current={entry.page === page ? 'page' : undefined}
              >
                {entry.page}
              </a>
            )}
          </li>
        ))}
      </ol>
      {page < pages && (
        <a className="pagination-step" href={hrefFor(page + 1)} rel="next">
          Next
          <ArrowRight aria-hidden="true" />
        </a>
      )}
    </nav>
  );
}
