import type { Href } from '#app/pages.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';

type Step = {
  title: string;
  text: string;
  /** What is left to press, or where to go instead. */
  way?:
    | { kind: 'press'; label: string; address: string }
    | { kind: 'go'; label: string; href: Href };
};

/**
 * A page behind a link in an email. It changes nothing until its button is pressed, because email programs open links
 * on their own.
 */
export function NewsletterStep({ title, text, way }: Step) {
  return (
    <PageHeader
      eyebrow="Newsletter"
      title={title}
      intro={text}
      actions={
        way?.kind === 'press' ? (
          <form method="post" action={way.address}>
            <Button type="submit" size="large">
              {way.label}
            </Button>
          </form>
        ) : (
          way && <ButtonLink href={way.href}>{way.label}</ButtonLink>
        )
      }
    />
  );
}
