import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import type { Action } from '#app/content/page-parts.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { ExternalLink, Link } from '#app/ui/link.tsx';
import { site } from '#domain/site/brand.ts';

type ActionButtonProps = {
  action: Action;
  variant?: 'primary' | 'secondary';
  size?: 'medium' | 'large';
};

/** A call opens the scheduling page in a new tab; `soon` stays disabled and says why. */
export function ActionButton({ action, ...look }: ActionButtonProps) {
  const reasonId = useId();
  if (action.kind === 'link') {
    return (
      <ButtonLink href={action.href} {...look}>
        {action.label}
      </ButtonLink>
    );
  }
  if (action.kind === 'call') {
    return (
      <ButtonLink href={site.schedulingUrl} opensNewTab {...look}>
        {action.label}
      </ButtonLink>
    );
  }
  return (
    <>
      <Button disabled aria-describedby={reasonId} {...look}>
        {action.label}
      </Button>
      <p id={reasonId} className="basis-full text-sm text-muted">
        {action.reason}
      </p>
    </>
  );
}

/** One primary action per place; the others are quieter. */
export function Actions({ actions }: { actions: readonly Action[] }) {
  return (
    <div className="actions">
      <ActionButtons actions={actions} />
    </div>
  );
}

export function ActionButtons({ actions }: { actions: readonly Action[] }) {
  return actions.map((action, index) => (
    <ActionButton
      key={action.label}
      action={action}
      variant={index === 0 ? 'primary' : 'secondary'}
    />
  ));
}

/** The same as a text link, where a button would be too loud. */
export function ActionLink({ action }: { action: Exclude<Action, { kind: 'soon' }> }) {
  const look = 'link inline-flex min-h-6 items-center gap-1 text-sm font-semibold';
  if (action.kind === 'call') {
    return (
      <ExternalLink className={look} href={site.schedulingUrl}>
        {action.label}
      </ExternalLink>
    );
  }
  return (
    <Link className={look} href={action.href}>
      {action.label}
      <ArrowRight aria-hidden="true" />
    </Link>
  );
}
