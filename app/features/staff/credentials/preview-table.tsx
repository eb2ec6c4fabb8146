import { Badge } from '#app/ui/badge.tsx';
import { showCredentialNumber } from '#domain/credentials/credential-number.ts';
import type { JudgedLine } from '#domain/staff/credentials.ts';
import { grouped } from '#domain/text/grouped.ts';
import { MailLine } from '../facts.tsx';
import * as pages from '../links.ts';

/** What each line of a file would do; lines with errors come first. */
export function PreviewTable({ lines }: { lines: readonly JudgedLine[] }) {
  const sorted = lines.toSorted(
    (a, b) => Number(b.problems.length > 0) - Number(a.problems.length > 0) || a.line - b.line,
  );
  return (
    <table className="table staff-table">
      <caption className="sr-only">Lines of the file</caption>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Name</th>
          <th scope="col">Credential</th>
          <th scope="col">Awarded</th>
          <th scope="col">What it does</th>
        </tr>
      </thead>
      <tbody>
        {sorted.slice(0, 500).map((line) => (
          <tr key={line.line}>
            <th scope="row" data-head="Line">
              <span>{line.line}</span>
            </th>
            <td data-head="Name">
              <bdi>{line.given.name || '—'}</bdi>
              <MailLine address={line.given.email} />
            </td>
            <td data-head="Credential">
              <span>{line.title || line.given.type || '—'}</span>
            </td>
            <td data-head="Awarded">
              <span className="credential-day">{line.given.awarded_on || '—'}</span>
            </td>
            <td data-head="What it does">
              <Outcome {...line} />
            </td>
          </tr>
        ))}
        {sorted.length > 500 && (
          <tr>
            <td colSpan={5}>And {grouped(sorted.length - 500)} more.</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Outcome({ problems, known }: Pick<JudgedLine, 'problems' | 'known'>) {
  if (problems.length > 0) {
    return (
      <div>
        <Badge tone="danger">Error</Badge>
        <ul className="staff-lines">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </div>
    );
  }
  if (!known) return <span>Awards it</span>;
  return (
    <span>
      Awarded before:{' '}
      <a className="link credential-number" href={pages.credential(known)}>
        {showCredentialNumber(known)}
      </a>
    </span>
  );
}
