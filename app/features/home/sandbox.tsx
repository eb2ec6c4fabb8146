import { home } from '#app/content/home.ts';
import { SandboxDrawing } from '#app/pictures/sandbox-drawing.tsx';
import { Actions } from '#app/site-parts/actions.tsx';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, text, actions } = home.sandbox;

export function Sandbox() {
  return (
    <Section tone="sunken" layout="mirrored" eyebrow={eyebrow} title={title} intro={text}>
      <SandboxDrawing />
      <div className="mt-8">
        <Actions actions={actions} />
      </div>
    </Section>
  );
}
