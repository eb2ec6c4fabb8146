import { hireTalent } from '#app/content/hire-talent.ts';
import { plansNow } from '#app/content/plans.ts';
import { ActionButton } from '#app/site-parts/actions.tsx';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, lede } = hireTalent.plans;

/** One sheet with three columns, so that prices, features and buttons line up. */
export function PlanColumns() {
  return (
    <Section id="plans" eyebrow={eyebrow} title={title} intro={lede}>
      <ul className="grid rounded-lg border print:block border-line bg-surface lg:grid-cols-3 lg:grid-rows-[repeat(4,auto)]">
        {plansNow().map(({ slug, name, price, summary, features, action }, index) => (
          <li
            key={slug}
            id={slug}
            className="grid gap-y-4 border-line p-6 print:block not-first:border-t lg:row-span-4 lg:grid-rows-subgrid lg:p-8 lg:not-first:border-t-0 lg:not-first:border-l"
          >
            <div>
              <h3>{name}</h3>
              <p className="mt-2 font-semibold text-clay">{price}</p>
            </div>
            <p className="text-lg leading-snug">{summary}</p>
            <dl className="mt-2">
              {features.map(({ title, text }) => (
                <div key={title} className="border-t border-line py-4">
                  <dt className="font-semibold">{title}</dt>
                  <dd className="text-sm text-muted">{text}</dd>
                </div>
              ))}
            </dl>
            <p className="self-end">
              <ActionButton action={action} variant={index === 1 ? 'primary' : 'secondary'} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
