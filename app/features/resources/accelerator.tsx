import { accelerator } from '#app/content/accelerator.ts';
import { SandboxDrawing } from '#app/pictures/sandbox-drawing.tsx';
import { Actions } from '#app/site-parts/actions.tsx';
import { PointRows } from '#app/site-parts/point-rows.tsx';
import { Section } from '#app/ui/section.tsx';

export function Accelerator() {
  const { id, eyebrow, title, lede, contents, audience, addOns, action } = accelerator;
  return (
    <Section id={id} tone="sunken" eyebrow={eyebrow} title={title} intro={lede}>
      <div className="grid gap-x-8 gap-y-12 lg:grid-cols-12">
        <div className="lg:col-span-8">
          <SandboxDrawing />
        </div>
        <div className="lg:col-span-4">
          <h3 className="mb-3 text-lg">{audience.title}</h3>
          <ul className="grid gap-2.5 text-sm">
            {audience.items.map((item) => (
              <li key={item} className="border-t border-line pt-2.5">
                {item}
              </li>
            ))}
          </ul>
        </div>
        <div className="lg:col-span-7">
          <PointRows points={contents} />
        </div>
        <div className="grid content-start gap-4 lg:col-span-4 lg:col-start-9">
          <h3 className="text-lg">{addOns.title}</h3>
          <dl className="grid gap-4 text-sm">
            {addOns.items.map((addOn) => (
              <div key={addOn.title}>
                <dt className="font-semibold">{addOn.title}</dt>
                <dd className="text-muted">{addOn.text}</dd>
              </div>
            ))}
          </dl>
          <Actions actions={[action]} />
        </div>
      </div>
    </Section>
  );
}
