import type { Point } from '#app/content/page-parts.ts';

/** Points between hairlines: the name on the left, its meaning on the right. */
export function PointRows({ points }: { points: readonly Point[] }) {
  return (
    <ul className="border-b border-line">
      {points.map(({ title, text }) => (
        <li
          key={title}
          className="grid gap-x-8 gap-y-1.5 border-t border-line py-5 md:grid-cols-[2fr_3fr] md:py-6"
        >
          <h3 className="text-lg leading-snug">{title}</h3>
          <p className="max-w-measure text-muted">{text}</p>
        </li>
      ))}
    </ul>
  );
}
