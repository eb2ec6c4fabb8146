type Part = { id: string; title: string };

/** The numbered table of contents of a long page. */
export function PageContents({ label, parts }: { label: string; parts: readonly Part[] }) {
  return (
    <nav className="page-contents" aria-label={label} data-print="none">
      <ol>
        {parts.map((part) => (
          <li key={part.id}>
            <a href={`#${part.id}`}>{part.title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
