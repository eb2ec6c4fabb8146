import { organizations } from '#app/content/organizations.ts';
import { PointRows } from '#app/site-parts/point-rows.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, lede, points, note } = organizations.compliance;

export function Compliance() {
  return (
    <Section layout="beside" eyebrow={eyebrow} title={title} intro={lede}>
      <PointRows points={points} />
      <div className="mt-8 max-w-measure">
        <Notice>
          <p>{note}</p>
        </Notice>
      </div>
    </Section>
  );
}
